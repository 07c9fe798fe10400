-- Functions in records, tuples and sums get proxies, also in what functions give.
-- rules: FUT-E-PROXY
-- refuses: FUT-E-PROXY/result
-- ==
-- entry: in_record
-- input { 4i64 }
-- output { 10i64 }
-- input { 3i64 }
-- error: FUT-E-PROXY

-- ==
-- entry: in_sum
-- input { 4i64 }
-- output { 10i64 }
-- input { 3i64 }
-- error: FUT-E-PROXY

-- ==
-- entry: in_result
-- input { 4i64 }
-- output { 10i64 }
-- input { 3i64 }
-- error: FUT-E-PROXY

type^ maker [n] = #maker (i64 -> [n]i64) | #nothing

def g (x: i64) : [4]i64 = replicate 4 x
def some (k: i64) (f: i64 -> [k]i64) = i64.sum (map2 (+) (f 1) (iota k))

entry in_record (k: i64) =
  let r = {make = g, size = k} :> {make: i64 -> [k]i64, size: i64}
  in some k r.make

entry in_sum (k: i64) =
  let v: maker [4] = #maker g
  in match v :> maker [k]
     case #maker f -> some k f
     case #nothing -> 0

entry in_result (k: i64) =
  let both (_: bool) : (i64 -> [4]i64, i64) = (g, 1)
  in some k ((both :> (bool -> (i64 -> [k]i64, i64))) true).0
