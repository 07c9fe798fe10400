-- A function captures an array whose size is an application that is written out with names of its own.
-- rules: FUT-DF-LIFT
-- ==
-- input { 5i64 } output { [5i64, 6i64, 7i64] }
-- input { 0i64 } output { [0i64, 1i64, 2i64] }

def twice (v: [3]i64) : i64 -> i64 = \k -> k + v[2]
def main (n: i64) =
  let xs = map (+ n) (iota (twice [0i64, 1, 2] 1))
  in map (\i -> xs[i]) (indices xs)
