-- What the pattern of a case binds is in scope where its body makes sizes.
-- rules: FUT-SZ-LINK
-- ==
-- input { 3i64 }
-- output { 102i64 3i64 }
-- input { 2i64 }
-- output { 8i64 2i64 }

def main (m: i64) =
  match m
  case 2 -> (let (k, c) = (4, 2) let xs = map (* 2) (iota k) in (xs[k - 2] * 2, length (map (+ 1) (iota c))))
  case k -> (let xs = map (+ 100) (iota k) in (last xs, length xs))
