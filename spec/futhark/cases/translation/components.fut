-- Records, arrays of records, and records without fields are taken apart, and put together again.
-- rules: FUT-CO-FLAT
-- ==
-- input { [1, 2, 3] 2i64 }
-- output { [2, 4, 6] [1.5f64, 2.5f64, 3.5f64] 3i64 30 [1, 20, 3] }

entry main [n] (xs: [n]i32) (k: i64) =
  let ps = map (\x -> {twice = x * 2, more = (f64.i32 x + 0.5, ())}) xs
  let us = map (\_ -> ()) (iota (k + 1))
  let r = {at = 1i64, by = {times = 10i32}} with by.times = 30
  let (as, bs) = unzip (map (\p -> (p.twice, p.more.0)) ps)
  let qs = copy (zip xs xs)
  let qs = qs with [r.at] = (20, 20)
  in (as, bs, length us, r.by.times, map (.0) qs)
