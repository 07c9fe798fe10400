-- A million sums of three.
entry main (n: i64): f32 =
  f32.sum (tabulate n (\i -> f32.sum (map (\d -> f32.i64 (i + d)) (iota 3))))
