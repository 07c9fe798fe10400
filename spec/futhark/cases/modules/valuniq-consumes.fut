-- A function that consumes does not implement one that only looks.
-- refuses: FUT-M-VALUNIQ/consume
-- ==
-- error: FUT-M-

module type S = { val first [n]: [n]i32 -> i32 }
module M: S = { def first [n] (xs: *[n]i32) = (xs with [0] = 1)[0] }
def main (xs: []i32) = M.first xs
