-- A result of unknown size does not implement one of known size.
-- refuses: FUT-M-VALSIZE/fixed
-- ==
-- error: FUT-M-

module type S = { val keep [n]: [n]i32 -> [n]i32 }
module M: S = { def keep (xs: []i32) = filter (> 0) xs }
def main (xs: []i32) = M.keep xs
