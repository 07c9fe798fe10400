-- What fails in Core fails by the premise and at the place of the Futhark program.
-- rules: FUT-CO-SITE
-- ==
-- entry: slice
-- input { [1, 2, 3, 4] 0i64 9i64 -1i64 }
-- error: FUT-E-SLICE
-- input { [1, 2, 3, 4] 0i64 9i64 2i64 }
-- error: FUT-E-SLICE
-- input { [1, 2, 3, 4] 0i64 5i64 2i64 }
-- error: FUT-E-SLICE
-- input { [1, 2, 3, 4] 3i64 -1i64 -2i64 }
-- output { [4, 2] }

-- ==
-- entry: put
-- input { [1, 2, 3, 4] 2i64 }
-- error: FUT-E-UPDATE
-- input { [1, 2, 3, 4] 3i64 }
-- output { [0, 0, 0, 4] }

-- ==
-- entry: range
-- input { 5 5 1 }
-- error: FUT-E-RANGE
-- input { 5 3 1 }
-- output { [5, 3, 1] }

-- ==
-- entry: sized
-- input { [1, 2] [1, 2, 3] }
-- error: FUT-E-SIZEPAR

entry slice (xs: []i32) (a: i64) (b: i64) (s: i64) = xs[a:b:s]
entry put (xs: *[]i32) (k: i64) = xs with [0:k] = [0, 0, 0]
entry range (a: i32) (b: i32) (c: i32) = a..b...c
entry sized [n] (_: [n]i32) (ys: [n]i32) = ys[0]
