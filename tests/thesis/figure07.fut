-- Figure 7: means of clusters, all points at once.
--
-- Since the thesis: `=` for `<-`, conversions by module. The figure gives the
-- increments the element type i32; they are f32.
-- ==
-- input { [2i32, 1i32] [[1f32, 2f32, 4f32], [3f32, 4f32, 5f32], [5f32, 8f32, 6f32]] [0i32, 1i32, 0i32] }
-- output { [[3f32, 5f32, 5f32], [3f32, 4f32, 5f32]] }

def cluster_sums_par [k] [n] [d] (counts: [k]i32) (points: [n]([d]f32, i32)): *[k][d]f32 =
  let increments: [n][k][d]f32 =
    map (\(p, c) ->
           let a = replicate k (replicate d 0.0)
           in a with [c] = map (/ f32.i32 counts[c]) p)
        points
  let increments': [k][d][n]f32 =
    rearrange (1, 2, 0) increments
  in map (\x -> map (\y -> reduce (+) 0.0 y) x)
         increments'

def main [k] [n] [d] (counts: [k]i32) (points: [n][d]f32) (membership: [n]i32) =
  cluster_sums_par counts (zip points membership)
