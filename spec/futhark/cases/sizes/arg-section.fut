-- A section binds nothing, so it may be part of a size; two that are written alike are the same.
-- rules: FUT-SZ-ARG, FUT-SZ-EQ
-- ==
-- entry: right
-- input { [1i32, -2i32, 3i32] 0i32 }
-- output { 2i64 }

-- ==
-- entry: left
-- input { [1i32, -2i32, 3i32] 0i32 }
-- output { 1i64 }

-- ==
-- entry: index
-- input { [[1i64], [2i64]] }
-- output { 3i64 }

-- ==
-- entry: written
-- input { [1i32, -2i32, 3i32] 0i32 }
-- output { [1i32, 3i32] }

def ones (n: i64) : [n]i32 = replicate n 1

entry right (xs: []i32) (a: i32) =
  length (zip (ones (length (filter (> a * 2) xs))) (ones (length (filter (> a * 2) xs))))
entry left (xs: []i32) (a: i32) =
  length (zip (ones (length (filter (a >) xs))) (ones (length (filter (a >) xs))))
entry index (xs: [][]i64) =
  length (zip (ones (i64.sum (map (.[0]) xs))) (ones (i64.sum (map (.[0]) xs))))
entry written (xs: []i32) (a: i32) =
  filter (> a) xs :> [length (filter (> a) xs)]i32
