-- A result of `stream_map` or `stream_red` does not depend on how the input is cut.
-- slip: FUT-Z-29. The language of 2017 had these two, today's has neither; they are extensions here.
-- rules: FUT-E-STREAM-MAP, FUT-E-STREAM-RED
-- ==
-- input { [1i32,2i32,3i32,4i32,5i32] }
-- output { [2i32, 3i32, 4i32, 5i32, 6i32] 15i32 }

def main [n] (xs: [n]i32) = (stream_map (\m (ys: [m]i32) -> map (+ 1) ys) xs, stream_red (+) (\m (ys: [m]i32) -> i32.sum ys) xs)
