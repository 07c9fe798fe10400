-- Figure 10: the sum of the first Sobol numbers, chunk by chunk.
--
-- Since the thesis: sizes of type i64, conversions by module, a chunk function is given
-- the chunk's size first.
-- ==
-- input { 1i64 [4i32, 2i32, 1i32] }
-- output { 0.5f32 }
-- input { 4i64 [4i32, 2i32, 1i32] }
-- output { 1.875f32 }

def gray_code (x: i32): i32 =
  (x >> 1) ^ x

def test_bit (x: i32) (ind: i32): bool =
  (x & (1 << ind)) == (1 << ind)

def sobol_ind [n] (dir_v: [n]i32) (x: i32): i32 =
  let reldv_vals = map2 (\dv i ->
                           if test_bit (gray_code x) i
                           then dv else 0)
                        dir_v (map i32.i64 (0..<n))
  in reduce (^) 0 reldv_vals

def index_of_least_significant_0 (x: i32): i32 =
  loop i = 0 while i < 32 && ((x >> i) & 1) != 0 do i + 1

def rec_m [n] (dir_v: [n]i32) (i: i32): i32 =
  let bit = index_of_least_significant_0 i
  in dir_v[bit]

def sobol_chunk [n] (dir_v: [n]i32) (x: i32) (chunk: i64): [chunk]f32 =
  let sob_beg = sobol_ind dir_v (x + 1)
  let contrbs = map (\i -> if i == 0 then sob_beg
                           else rec_m dir_v (i32.i64 i + x))
                    (0..<chunk)
  let vct_ints = scan (^) 0 contrbs
  in map (\y -> f32.i32 y / (2.0 ** f32.i64 n)) vct_ints

def sobol_stream [n] (k: i64) (dir_v: [n]i32): f32 =
  let sobol_nums =
    stream_map (\chunk (xs: [chunk]i32): [chunk]f32 ->
                  sobol_chunk dir_v xs[0] chunk)
               (map i32.i64 (0..<k))
  in reduce (+) 0.0 sobol_nums

def main [n] (k: i64) (dir_v: [n]i32) = sobol_stream k dir_v
