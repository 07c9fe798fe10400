-- A proxy of a function of two arguments gives a proxy.
-- rules: FUT-E-PROXY
-- refuses: FUT-E-PROXY/result, FUT-E-PROXY/argument
-- ==
-- entry: result
-- input { 4i64 }
-- output { [3i64, 3i64, 3i64, 3i64] }
-- input { 3i64 }
-- error: FUT-E-PROXY

-- ==
-- entry: argument
-- input { 4i64 }
-- output { 4i64 }
-- input { 3i64 }
-- error: FUT-E-PROXY

def h (x: i64) (y: i64) : [4]i64 = replicate 4 (x + y)
def m (n: i64) (xs: [n]i64) = length (zip xs (iota n))

entry result (k: i64) = let f = (h :> (i64 -> i64 -> [k]i64)) 1 in f 2
entry argument (k: i64) = (m :> ((n: i64) -> [k]i64 -> i64)) 4 (iota k)
