-- Proxies are functions like others: combinators, loops and polymorphic functions apply them.
-- rules: FUT-E-PROXY
-- refuses: FUT-E-PROXY/result, FUT-E-PROXY/argument
-- ==
-- entry: mapped
-- input { 4i64 }
-- output { [[0i64, 0i64, 0i64, 0i64], [1i64, 1i64, 1i64, 1i64]] }
-- input { 3i64 }
-- error: FUT-E-PROXY

-- ==
-- entry: reduced
-- input { 4i64 }
-- output { [0i64, 2i64, 4i64, 6i64] }
-- input { 3i64 }
-- error: FUT-E-PROXY

-- ==
-- entry: looped
-- input { 4i64 }
-- output { 18i64 }
-- input { 5i64 }
-- error: FUT-E-PROXY

-- ==
-- entry: composed
-- input { 4i64 }
-- output { 4i64 }
-- input { 3i64 }
-- error: FUT-E-PROXY

def g (x: i64) : [4]i64 = replicate 4 x
def plus (xs: [4]i64) (ys: [4]i64) : [4]i64 = map2 (+) xs ys
def total (xs: [4]i64) = i64.sum xs

entry mapped (k: i64) : [2][k]i64 = map (g :> (i64 -> [k]i64)) (iota 2)
entry reduced (k: i64) = reduce (plus :> ([k]i64 -> [k]i64 -> [k]i64)) (replicate k 0) (replicate 2 (iota k))
entry looped (k: i64) =
  let f = g :> (i64 -> [k]i64)
  in loop s = 0 for i < 3 do s + i64.sum (map2 (*) (f i) (iota k))
entry composed (k: i64) = ((g :> (i64 -> [k]i64)) >-> (total :> ([k]i64 -> i64))) 1
