-- A function given to a coerced function gets a proxy that looks the other way.
-- rules: FUT-E-PROXY
-- refuses: FUT-E-PROXY/argument, FUT-E-PROXY/result
-- ==
-- entry: given
-- input { 4i64 }
-- output { [1i64, 2i64, 3i64, 4i64] }
-- input { 3i64 }
-- error: what is given to it has size 3|FUT-E-PROXY

-- ==
-- entry: given_back
-- input { 4i64 }
-- output { 6i64 }
-- input { 3i64 }
-- error: what it gives has size 4|FUT-E-PROXY

def map4 (f: i64 -> [4]i64) : [4]i64 = map2 (+) (f 1) (iota 4)
def sum4 (f: [4]i64 -> i64) : i64 = f (iota 4)

entry given (k: i64) = (map4 :> ((i64 -> [k]i64) -> [4]i64)) (\x -> replicate k x)
entry given_back (k: i64) = (sum4 :> (([k]i64 -> i64) -> i64)) (\xs -> i64.sum (map2 i64.max xs (iota k)))
