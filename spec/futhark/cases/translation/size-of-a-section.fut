-- A function captures what a size mentions, also the size of an array of which that size is computed.
-- rules: FUT-DF-SIZE
-- ==
-- input { [3i64, 1i64, 2i64, 4i64, 5i64] }
-- output { [3i64, 2i64] [3i64, 2i64] 4i64 }

entry main (xs: []i64) =
  let all = filter (> 1) xs
  let half = all[:length all / 2]
  let beside 'a (v: a) = (let pair 'b (x: b) = (x, v) in (pair half).1)
  let same = beside half
  in (same, beside (copy half), length all)
