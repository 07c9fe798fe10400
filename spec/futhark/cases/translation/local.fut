-- A local function has its copies where it stood: they see what it saw.
-- rules: FUT-MO-LOCAL
-- ==
-- input { 2i64 }
-- output { 2i64 7 [5i64, 5i64] true }

entry main (n: i64) =
  let five = 5i64
  let pair 'a (x: a) = (x, five)
  let (a, _) = pair 7
  let (b, f) = pair true
  let (c, _) = pair (replicate n f)
  in (length c, a, c, b)
