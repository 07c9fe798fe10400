-- A more general function implements a less general one.
-- rules: FUT-M-VAL
-- ==
-- input { 3i32 }
-- output { 3i32 }

module type S = { val same: i32 -> i32 }
module M: S = { def same 'a (x: a): a = x }
def main (x: i32) = M.same x
