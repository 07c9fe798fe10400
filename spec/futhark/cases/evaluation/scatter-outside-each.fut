-- Places that are outside in one dimension only are outside.
-- rules: FUT-E-SCATTER
-- ==
-- input { [1,2,3] [-1i64,3i64,0i64,-9223372036854775808i64,9223372036854775807i64] [9,8,7,6,5] }
-- output { [7,2,3] }

-- ==
-- entry: rows
-- input { [[1,2,3],[4,5,6]] [1i64,-1i64,0i64,2i64,1i64] [-1i64,2i64,3i64,0i64,0i64] [9,8,7,6,5] }
-- output { [[1,2,3],[5,5,6]] }

-- ==
-- entry: planes
-- input { [[[1,2],[3,4]],[[5,6],[7,8]]] [1i64,1i64,0i64,0i64,1i64] [1i64,-1i64,1i64,2i64,1i64] [-1i64,1i64,2i64,0i64,1i64] [9,8,7,6,5] }
-- output { [[[1,2],[3,4]],[[5,6],[7,5]]] }

-- ==
-- entry: counts
-- input { [1i64,-1i64,0i64,2i64,1i64] [-1i64,2i64,3i64,0i64,0i64] [9,8,7,6,5] }
-- output { [[0,0,0],[5,0,0]] }

def main [n] [l] (d: [n]i32) (is: [l]i64) (vs: [l]i32) = scatter (copy d) is vs
entry rows [n] [m] [l] (d: [n][m]i32) (is: [l]i64) (js: [l]i64) (vs: [l]i32) =
  scatter_2d (copy d) (zip is js) vs
entry planes [n] [m] [k] [l] (d: [n][m][k]i32) (is: [l]i64) (js: [l]i64) (ls: [l]i64) (vs: [l]i32) =
  scatter_3d (copy d) (zip3 is js ls) vs
entry counts [l] (is: [l]i64) (js: [l]i64) (vs: [l]i32) =
  reduce_by_index_2d (replicate 2 (replicate 3 0)) (+) 0 (zip is js) vs
