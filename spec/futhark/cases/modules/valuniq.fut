-- A function that only looks implements one that may consume.
-- rules: FUT-M-VALUNIQ
-- ==
-- input { [1i32,2i32] }
-- output { 3i32 }

module type S = { val total [n]: *[n]i32 -> i32 }
module M: S = { def total [n] (xs: [n]i32) = i32.sum xs }
def main (xs: *[]i32) = M.total xs
