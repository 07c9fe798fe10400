-- Figure 9: the sum of the first Sobol numbers, each by itself.
--
-- With the direction vector 4, 2, 1 the numbers are 4, 6, 2, 3 eighths.
--
-- Since the thesis: `map2`, sizes of type i64, conversions by module. The figure's range
-- begins with 1; its text, and the sizes, with 0.
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

def sobol_ind_r [n] (dir_v: [n]i32) (x: i32): f32 =
  f32.i32 (sobol_ind dir_v x) / (2.0 ** f32.i64 n)

def sobol_par [n] (k: i64) (dir_v: [n]i32): f32 =
  let sobol_nums =
    map (sobol_ind_r dir_v) (map (+ 1) (map i32.i64 (iota k)))
  in reduce (+) 0.0 sobol_nums

def main [n] (k: i64) (dir_v: [n]i32) = sobol_par k dir_v
