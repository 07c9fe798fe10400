-- Figure 6: means of clusters, one point after the other.
--
-- Since the thesis: `map2` for `map` over a zip, `=` for `<-`, conversions by module.
-- ==
-- input { [2i32, 1i32] [[1f32, 2f32, 4f32], [3f32, 4f32, 5f32], [5f32, 8f32, 6f32]] [0i32, 1i32, 0i32] }
-- output { [[3f32, 5f32, 5f32], [3f32, 4f32, 5f32]] }

def add_centroids [d] (x: [d]f32, y: [d]f32): *[d]f32 =
  map2 (+) x y

def cluster_sums_seq [k] [n] [d] (counts: [k]i32) (points: [n]([d]f32, i32)): [k][d]f32 =
  loop acc = replicate k (replicate d 0.0)
  for (p, c) in points do
    let p' = map (/ f32.i32 counts[c]) p
    in acc with [c] = add_centroids (acc[c], p')

def main [k] [n] [d] (counts: [k]i32) (points: [n][d]f32) (membership: [n]i32) =
  cluster_sums_seq counts (zip points membership)
