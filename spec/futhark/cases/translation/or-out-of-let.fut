-- A function that leaves a branch goes on with sizes that are bound there: by a let, by the pattern of a case.
-- rules: FUT-DF-IF-OR, FUT-DF-SIZE
-- switch: function-branches
-- ==
-- entry: of_branch
-- input { 3i64 true }
-- output { 3i64 }
-- input { 3i64 false }
-- output { 13i64 }

-- ==
-- entry: of_case
-- input { 3i64 1i64 }
-- output { 1i64 }
-- input { 5i64 1i64 }
-- output { 101i64 }

-- ==
-- entry: of_only_case
-- input { 3i64 1i64 }
-- output { 1i64 }

entry of_branch (m: i64) (b: bool) =
  let f =
    if b
    then (let n = m + 1
          let xs = iota n
          in \(i: i64) -> xs[i])
    else (let k = m + 2
          let xs = iota k
          in \(i: i64) -> xs[i] + k)
  in f 0 + f m

entry of_case (m: i64) (i: i64) =
  let f =
    match m
    case 3 -> (let n = m + 1 let xs = iota n in \(i: i64) -> xs[i])
    case k -> (let xs = iota k in \(i: i64) -> xs[i] + 100)
  in f i

entry of_only_case (m: i64) (i: i64) =
  let f = match m case n -> (let xs = iota n in \(i: i64) -> xs[i])
  in f i
