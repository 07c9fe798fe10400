-- The size of a parameter whose type nobody wrote is that of the other branch.
-- rules: FUT-SZ-BRANCH
-- ==
-- entry: reduction
-- input { [[1i32, 2i32], [3i32, 0i32], [2i32, 9i32]] }
-- output { [3i32, 0i32] }

-- ==
-- entry: beside
-- input { true [1i32, 2i32] [5i32, 6i32] }
-- output { [6i32, 8i32] }

def larger (c: bool) (a: []i32) b = if c then a else b

entry reduction [n] (rows: [n][2]i32) = reduce (\a b -> if a[0] > b[0] then a else b) [0, 0] rows
entry beside [n] (c: bool) (a: [n]i32) (b: [n]i32) = map2 (+) (larger c a b) b
