-- Two entry points over one table: in how many ways two dice show a sum.
--
-- The table is a constant: it is computed once, whoever uses it and however often.  What both entry points do is compiled once, too.
-- ==
-- entry: least
-- input { 2i64 }
-- output { 36i64 }
-- input { 11i64 }
-- output { 3i64 }

-- ==
-- entry: chance
-- input { 7i64 }
-- output { 0.5833333333333334f64 }
-- input { 13i64 }
-- output { 0f64 }

def ways: [11]i64 =
  let sums = map (\k -> k / 6 + k % 6) (iota 36)
  in reduce_by_index (replicate 11 0) (+) 0 sums (replicate 36 1)

def from (sum: i64): i64 = i64.sum (map2 (\k n -> if k + 2 < sum then 0 else n) (iota 11) ways)

entry least (sum: i64): i64 = from sum

entry chance (sum: i64): f64 = f64.i64 (from sum) / 36
