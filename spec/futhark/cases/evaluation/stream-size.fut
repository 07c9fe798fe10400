-- The result of a chunk has the chunk's size.
-- refuses: FUT-E-COERCE/size
-- ==
-- input { [1i32,2i32] }
-- error: 

def main (xs: []i32) = stream_map (\m (ys: [m]i32) -> filter (> 1) ys :> [m]i32) xs
