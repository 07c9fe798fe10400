-- A module must have every value that its module type lists.
-- refuses: FUT-M-VAL/present
-- ==
-- error: FUT-M-

module type S = { val f: i32 -> i32 val g: i32 }
module M: S = { def f (x: i32) = x }
def main (x: i32) = M.f x
