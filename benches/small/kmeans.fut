-- Lloyd's algorithm on points in three dimensions: the rows of a matrix.
def distance [d] (a: [d]f32) (b: [d]f32): f32 =
  f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def nearest [k] [d] (centres: [k][d]f32) (point: [d]f32): i64 =
  let closer (i: i64, x: f32) (j: i64, y: f32) = if x <= y then (i, x) else (j, y)
  let of_all = map2 (\j centre -> (j, distance centre point)) (iota k) centres
  in (reduce closer (-1, f32.inf) of_all).0

def step [n] [k] [d] (points: [n][d]f32) (centres: [k][d]f32): [k][d]f32 =
  let labels = map (nearest centres) points
  let counts = reduce_by_index (replicate k 0i64) (+) 0 labels (replicate n 1)
  let sums = reduce_by_index (replicate k (replicate d 0f32)) (map2 (+)) (replicate d 0) labels points
  in map2 (\sum count -> map (/ f32.i64 (i64.max 1 count)) sum) sums counts

def random (i: i64): f32 =
  let x = u32.i64 i * 747796405 + 2891336453
  let y = ((x >> ((x >> 28) + 4)) ^ x) * 277803737
  in f32.u32 (((y >> 22) ^ y) & 0xffff) / 65536

entry main (n: i64) (k: i64) (rounds: i32): f32 =
  let points = tabulate_2d n 3 (\i j -> random (3 * i + j))
  let centres = loop centres = take k points :> [k][3]f32 for _r < rounds do step points centres
  in f32.sum (flatten centres)
