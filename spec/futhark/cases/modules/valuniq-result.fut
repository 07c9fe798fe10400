-- A result that may alias does not implement one that may not.
-- refuses: FUT-M-VALUNIQ/result
-- ==
-- error: FUT-M-

module type S = { val same [n]: [n]i32 -> *[n]i32 }
module M: S = { def same [n] (xs: [n]i32): [n]i32 = xs }
def main (xs: []i32) = M.same xs
