-- Functions of arrays that change places in each round of a loop: their sizes are those of the first ones.
-- rules: FUT-DF-OR-LOOP
-- switch: function-branches
-- ==
-- entry: main
-- input { 0i64 [1i64, 2i64] }
-- output { 1i64 [4i64, 4i64] }
-- input { 3i64 [1i64, 2i64] }
-- output { 2i64 [1i64, 1i64] }

entry main [n] (k: i64) (xs: [n]i64) =
  let (f, g, _, _) = loop (f, g, a, b) = (\(ys: [n]i64) -> ys[0], \(ys: [n]i64) -> ys[1],
                                          \(y: i64): [n]i64 -> replicate n (y + 1), \(y: i64): [n]i64 -> replicate n (y + 2))
                     for _i < k do (g, f, b, a)
  let (a, _) = loop (a, b) = (\(y: i64): [n]i64 -> replicate n (y + 1), \(y: i64): [n]i64 -> replicate n (y + 2)) for _i < k + 1 do (b, a)
  in (f xs, a (g xs - k / 3))
