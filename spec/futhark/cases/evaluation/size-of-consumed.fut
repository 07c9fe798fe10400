-- A size that an array gave stays what it was when the array is consumed.
-- rules: FUT-E-SIZEPAR, FUT-E-UPDATE, FUT-E-EMPTYSHAPE
-- ==
-- entry: bound branch parameter
-- input { [2i64, 3i64] true }
-- output { 2i64 [9i64, 3i64] }

-- ==
-- entry: empty
-- input { [2i64, 3i64] true }
-- output { empty([0][2]i64) [9i64, 3i64] }

entry bound (xs: *[2]i64) (_: bool) =
  let ys = iota xs[0]
  let zs = xs with [0] = 9
  in (length (map (+ 1) ys), zs)

entry branch (xs: *[2]i64) (b: bool) =
  let n = if b then (let ys = iota xs[0] in length ys) else (let ys = iota xs[0] in length ys + 1)
  let ys = iota xs[0]
  let zs = xs with [0] = 9
  in (length ys + n - 2, zs)

entry parameter (xs: *[2]i64) (_: bool) =
  let count (xs: *[2]i64) (ys: [xs[0]]i64) =
    let zs = xs with [0] = 9
    in (length ys, zs)
  in count xs (iota (copy xs)[0] :> [xs[0]]i64)

entry empty (xs: *[2]i64) (_: bool) =
  let ys = map (\i -> replicate xs[0] i) (iota 0)
  let zs = xs with [0] = 9
  in (map (map (+ 1)) ys, zs)
