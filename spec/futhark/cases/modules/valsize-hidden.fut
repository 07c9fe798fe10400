-- A result of known size implements one of unknown size.
-- rules: FUT-M-VALSIZE
-- ==
-- input { [1i32,2i32] }
-- output { 2i64 }

module type S = { val keep [n]: [n]i32 -> ?[k].[k]i32 }
module M: S = { def keep [n] (xs: [n]i32): [n]i32 = map (+ 1) xs }
def main (xs: []i32) = length (M.keep xs)
