-- Within one value an array and a function may share a size that nobody else knows.
-- rules: FUT-SZ-TYVAR
-- ==
-- input { 3i64 }
-- output { 3i64 }

def give '^a (g: i64 -> a) : a = g 3
def main (n: i64) =
  let (xs, f) = give (\(k: i64) -> (iota k, \(ys: [k]i64) -> length (zip ys (iota k))))
  in f xs
