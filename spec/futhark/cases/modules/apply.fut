-- A functor is applied to a module of its parameter's type.
-- rules: FUT-M-APPLY, FUT-M-ELIM
-- ==
-- input { 5i32 }
-- output { 14i32 }

module type STEP = { type s val next: s -> s }
module twice (P: STEP) = { def go (x: P.s) = P.next (P.next x) }
module T = twice { type s = i32 def next (x: i32) = x * 2 - 2 }
def main (x: i32) = T.go x
