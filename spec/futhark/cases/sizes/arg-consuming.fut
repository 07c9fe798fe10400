-- An argument that consumes cannot be a size, so the result's size is unknown.
-- rules: FUT-SZ-ARG
-- ==
-- input { [1i64,2i64] }
-- output { [0i64, 1i64, 2i64, 3i64] }

def main (xs: *[]i64) = indices (replicate (let ys = xs with [1] = 4 in ys[1]) true)
