-- Fuel pays for elements that are compared or overwritten, too.
-- refuses: FUT-E-LIMIT/fuel
-- limits: fuel=1000
-- ==
-- entry: compared
-- input { 10i64 }
-- output { 100i64 }
-- input { 1000i64 }
-- error: FUT-E-LIMIT

entry compared (n: i64) =
  let xs = iota n
  in loop k = 0i64 for _i < 100i64 do if xs == xs then k + 1 else k

-- ==
-- entry: overwritten
-- input { 10i64 }
-- output { 9i64 }
-- input { 1000i64 }
-- error: FUT-E-LIMIT

entry overwritten (n: i64) =
  let ys = iota n
  let xs = loop xs = iota n for _i < 100i64 do xs with [:n] = ys
  in xs[n - 1]
