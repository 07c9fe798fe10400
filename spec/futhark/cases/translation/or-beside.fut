-- Arrays of functions that capture arrays: what they captured stands beside the elements, whatever becomes of these.
-- rules: FUT-DF-BESIDE, FUT-DF-OR-ARRAY
-- switch: function-branches
-- ==
-- entry: chosen
-- input { [1, 2, 3, 4] [10, 20] 2i64 }
-- output { 13 13 3 22 }
-- input { [1, 2, 3, 4] [10, 20] 5i64 }
-- error: FUT-E-INDEX

-- ==
-- entry: joined
-- input { [1, 2, 3] [10, 20] 4i64 }
-- output { 110 103 }
-- input { [1, 2, 3] [10, 20] 2i64 }
-- output { 106 103 }

-- ==
-- entry: rows
-- input { [1, 2, 3] [10, 20] 1i64 }
-- output { 98 60 130 106 6 9 }

-- ==
-- entry: held
-- input { [1, 2, 3] [10, 20] true }
-- output { 30 37 106 }
-- input { [1, 2, 3] [10, 20] false }
-- output { 30 37 90 }

-- ==
-- entry: consumed
-- input { [1, 2, 3] }
-- output { -1 7 3 3 [1, 2, 3] }

-- ==
-- entry: coerced
-- input { [1, 2, 3] 3i64 }
-- output { [3, 4, 5] }

-- ==
-- entry: once
-- input { 2000i64 3i64 }
-- output { 1999i64 6i64 }

def sum (xs: []i32) = reduce (+) 0 xs

def from [n] (xs: [n]i32) (k: i32) : i32 = sum xs - k

entry chosen [n] [m] (xs: [n]i32) (ys: [m]i32) (i: i64) =
  let fs = [\x -> x + xs[0], from xs, \x -> x + xs[1] + ys[0], from xs]
  let some = fs[1:3]
  in (fs[i] 1, some[1] 1, (fs[:i])[0] 2, loop x = 0 for f in some do f x)

-- What stands beside one branch's array is blank beside the other's; what an update writes keeps what it captured.
entry joined [n] [m] (xs: [n]i32) (ys: [m]i32) (k: i64) =
  let fs = if k > 2 then [\x -> x + sum xs, \x -> x + 10] else [\x -> x * sum ys, \x -> x + sum xs]
  let gs =
    loop (gs: *[2](i32 -> i32)) = fs for j < k do
      let zs = replicate 3 (i32.i64 j)
      in if j == 1 then gs with [1] = \x -> x + sum zs else [gs[1], gs[0]]
  in (gs[0] 100, gs[1] 100)

entry rows [n] [m] (xs: [n]i32) (ys: [m]i32) (i: i64) =
  let add [k] (zs: [k]i32) = \x -> x + sum zs
  let fss = [[add xs, \x -> x + ys[0]], [\x -> x - xs[i], \x -> x * sum ys]]
  let gss = [[add xs], [add (map (+ 1) xs)]]
  let row = fss[i]
  let (kept, at) = (row[0] 100, fss[1, 1] 2)
  let hss = fss with [0, 1] = \x -> x + sum ys
  in (kept, at, hss[0, 1] 100, hss[0, 0] 100, gss[0, 0] 0, gss[i, 0] 0)

type^ some = #some (i32 -> i32) | #none

entry held [n] [m] (xs: [n]i32) (ys: [m]i32) (b: bool) =
  let rs = [{f = \x -> x + xs[0], k = 1}, {f = from ys, k = 2}]
  let os = [(#some (\x -> x + sum xs) : some), #none, #some (\x -> x + sum ys)]
  let g = if b then \x -> x + sum xs else \x -> x + sum ys
  let gs = [g, \x -> x - ys[0]]
  in (loop x = 0 for {f, k} in rs do f x + k,
      loop x = 0 for o in os do match o case #some f -> f x case #none -> x + 1,
      gs[if b then 0 else 1] 100)

def set [n] (fs: *[n](i32 -> i32)) : *[n](i32 -> i32) = fs with [0] = \x -> x - 2

-- Who consumes the array does not consume what stands beside it.
entry consumed [n] (xs: [n]i32) =
  let fs = set [\x -> x * 2, \x -> x + sum xs]
  let gs = loop (gs: *[2](i32 -> i32)) = [\x -> x + xs[0], from xs] for i < 2 do gs with [i] = \x -> x * 3
  in (fs[0] 1, fs[1] 1, gs[0] 1, gs[1] 1, xs)

entry coerced [n] (xs: [n]i32) (k: i64) =
  let fs = [\(y: [n]i32) -> map2 (+) xs y, \(y: [n]i32) -> map (+ xs[0]) y]
  let gs = fs :> [2]([k]i32 -> [k]i32)
  in gs[1] (gs[0] (replicate k 1))

-- What is copied into each element shows in the work.
entry once (n: i64) (i: i64) =
  let xs = iota n
  let fs = [\k -> xs[k], \k -> xs[k] + 1, \k -> xs[k] + 2, \k -> xs[n - k], \k -> xs[k] * 2, \k -> xs[k] * 3]
  in (fs[i] 1, loop k = 0 for f in fs[:i] do f k + 1)
