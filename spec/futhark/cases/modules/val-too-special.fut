-- A function on one type does not implement a polymorphic one.
-- refuses: FUT-M-VAL/general
-- ==
-- error: FUT-M-VAL

module type S = { val same 'a: a -> a }
module M: S = { def same (x: i32): i32 = x }
def main (x: i32) = M.same x
