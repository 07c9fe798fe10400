-- `with` says what an abstract type of a module type is.
-- rules: FUT-M-WITH
-- ==
-- input { 3i32 }
-- output { 6i32 }

module type NUM = { type t val add: t -> t -> t }
module type INT = NUM with t = i32
module M: INT = { type t = i32 def add (x: i32) (y: i32) = x + y }
def main (x: i32) = M.add x x
