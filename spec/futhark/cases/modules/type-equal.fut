-- A type given in the module type must be the module's.
-- rules: FUT-M-TYPE
-- ==
-- input { 3i32 }
-- output { 4i32 }

module type S = { type t = i32 val up: t -> t }
module M: S = { type t = i32 def up (x: t) = x + 1 }
def main (x: i32) = M.up x
