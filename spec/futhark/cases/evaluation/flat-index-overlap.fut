-- An element that a flat index takes to two places is two elements: an update of one leaves the other.
-- rules: FUT-E-FLATINDEX, FUT-E-UPDATE
-- ==
-- input { [1i64, 2i64, 3i64] }
-- output { [[1i64, 2i64], [9i64, 9i64]] }

def main (xs: *[3]i64) =
  let rows = intrinsics.flat_index_2d xs 0 2 1 2 1 :> [2][2]i64
  in rows with [1] = [9, 9]
