-- Arrays of functions: an element, an update by another function, a loop over them.
-- slip: FUT-DF-J-ARR. The notes, as the slides, have arrays of what is no function only, so that two static values of elements are equal or there is no array.
-- rules: FUT-DF-OR-ARRAY
-- switch: function-branches
-- ==
-- entry: main
-- input { [1, 2, 3] 1i64 }
-- output { 20 6 10 }
-- input { [1, 2, 3] 0i64 }
-- output { 11 11 15 }
-- input { [1, 2, 3] 7i64 }
-- error: FUT-E-INDEX

-- ==
-- entry: alike
-- input { 2i64 }
-- output { 102i64 7i64 }

-- ==
-- entry: given
-- input { 5 }
-- output { 10 3 }

-- ==
-- entry: within
-- input { 5 }
-- output { 14 7 }

type^ ops [n] = [n](i32 -> i32)

def last [n] (fs: ops [n]) (x: i32) = fs[n - 1] x

def set (fs: *[2](i32 -> i32)) : *[2](i32 -> i32) = fs with [0] = \x -> x - 2

entry main (xs: [3]i32) (i: i64) =
  let fs = [(+ 1), (* 2), \x -> x + xs[2]]
  let y = fs[i] 10
  let gs = fs with [i] = \x -> x - 4
  in (y, gs[1] (if i == 1 then 10 else 5) + (if i == 1 then 0 else 1),
      loop x = 10 for f in gs do f x)

entry alike (n: i64) =
  let fs = [\x -> x + n, \x -> x + 100]
  let add (k: i64) = \(x: i64) -> x + k
  let gs = [add 5, add 6]
  in (fs[1] n, gs[0] n)

entry given (x: i32) =
  let gs = set [(+ 1), (* 3)]
  in (last [(+ 1), (* 2)] x, gs[0] x)

entry within (x: i32) =
  let r = {fs = [(+ 1), (* 2)], k = [3, 4]}
  let s = r with fs[0] = \y -> y * 3 - 1
  let t = s with k[0] = 7
  in (t.fs[0] x, t.k[0])
