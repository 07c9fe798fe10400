-- An array is consumed while the size of another one was its element: what asks for that size later, a function that captures the array or a function for
-- all sizes, has a name for it.
-- rules: FUT-MO-HELD

-- ==
-- entry: main
-- input { [3i64] } output { 10i64 }
-- input { [1i64] } error: FUT-E-INDEX

-- ==
-- entry: lengths
-- input { [3i64, 2i64] } output { [3i64, 2i64, 9i64] }

entry main (xs: *[1]i64) =
  let zs = iota xs[0]
  let f = \i -> zs[i]
  let ys = xs with [0] = 9
  in f 1 + ys[0]

def sizes [n][m] (_: [n][m]i64) = (n, m)
entry lengths (xs: *[2]i64) =
  let zs = replicate xs[0] (iota xs[1])
  let ys = xs with [0] = 9
  let (n, m) = sizes zs
  in [n, m, ys[0]]
