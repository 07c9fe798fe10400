-- Groups points around k centres, which start as the first k points.
--
-- Sums and counts are histograms by group: `reduce_by_index` with vector addition.
-- ==
-- input { 2i64 5i32 [[0f64, 0f64], [0f64, 2f64], [10f64, 10f64], [10f64, 12f64]] }
-- output { [[0f64, 1f64], [10f64, 11f64]] }

def distance [d] (a: [d]f64) (b: [d]f64): f64 =
  f64.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def nearest [k] [d] (centres: [k][d]f64) (p: [d]f64): i64 =
  let closer (i, x) (j, y) = if y < x || (y == x && j < i) then (j, y) else (i, x)
  let (i, _) = reduce closer (k, f64.inf) (zip (iota k) (map (distance p) centres))
  in i

def main [n] [d] (k: i64) (rounds: i32) (points: [n][d]f64): [k][d]f64 =
  loop centres = take k points
  for _i < rounds do
    let groups = map (nearest centres) points
    let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) groups points
    let counts = reduce_by_index (replicate k 0i64) (+) 0 groups (replicate n 1)
    in map3 (\sum count old -> if count == 0 then old else map (/ f64.i64 count) sum) sums counts centres
