-- A size that a constant hides has one name wherever it is mentioned; and one function is used at a size that is known and at one that is not.
-- rules: FUT-MO-INST, FUT-MO-REACH
-- ==
-- entry: constants
-- input { }
-- output { [2, 6] }

-- ==
-- entry: both
-- input { [1, -2, 3] } output { [0i64, 1i64, 2i64] [1, 3] 2i64 }

def xs = filter (> 0) [1, 0, 2i32]
def ys = map (+ 1) xs

entry constants = map (\(x, y) -> x * y) (zip xs ys)

def same [n] 't (x: [n]t) = x

entry both [n] (vs: [n]i32) =
  let known = same (iota n)
  let unknown = same (filter (> 0) vs)
  in (known, unknown, length unknown)
