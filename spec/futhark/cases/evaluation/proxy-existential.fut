-- A size that only the result knows is one size, wherever the type has it; a function that hides a size may be claimed to have one.
-- rules: FUT-E-PROXY
-- refuses: FUT-E-PROXY/result
-- ==
-- entry: one
-- input { 3i64 3i64 }
-- output { 3i64 }
-- input { 3i64 4i64 }
-- error: FUT-E-PROXY

-- ==
-- entry: shown
-- input { 3i64 4i64 }
-- output { [1i64, 2i64, 3i64] }
-- input { 4i64 4i64 }
-- error: FUT-E-PROXY

-- ==
-- entry: dependent
-- input { 3i64 }
-- error: FUT-E-PROXY

def two (a: i64) (b: i64) = (filter (>= 0) (iota a), filter (>= 0) (iota b))
def positive (n: i64) = filter (> 0) (iota n)

entry one (a: i64) (b: i64) =
  let (xs, ys) = (two :> (i64 -> i64 -> ?[m].([m]i64, [m]i64))) a b
  in length (zip xs ys)

entry shown (k: i64) (n: i64) = (positive :> (i64 -> [k]i64)) n

entry dependent (k: i64) =
  let more = iota :> ((n: i64) -> *[n + 1]i64)
  in zip (more k) (iota (k + 1))
