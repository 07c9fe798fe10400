-- A derivative is taken of whatever a function does: what it does is done with numbers that have derivatives.
-- rules: FUT-E-JVP, FUT-E-VJP
-- translation: FUT-CO-OP
-- ==
-- entry: control
-- input { 2.0 3i64 } output { true 8.0 12.0 }
-- input { 0.5 4i64 } output { true 0.0625 0.5 }

-- ==
-- entry: writes
-- input { [1.0, 2.0, 3.0] } output { [8.0, 4.0, 2.0] true }

-- ==
-- entry: folds
-- input { [3.0, 1.0, 2.0] } output { [2.0, 6.0, 3.0] true }

-- ==
-- entry: sums
-- input { 3.0 } output { 6.0 6.0 1.0 }

-- ==
-- entry: functions
-- input { 3.0 } output { 12.0 12.0 }

def unit (n: i64) (i: i64) = tabulate n (\j -> f64.bool (i == j))

def gradient [n] (f: [n]f64 -> f64) (xs: [n]f64) = vjp f xs 1

-- The gradient again, a direction at a time.
def directions [n] (f: [n]f64 -> f64) (xs: [n]f64) = map (jvp f xs) (tabulate n (unit n))

def control_ (n: i64) (x: f64) =
  let (_, power) = loop (i, y) = (0, 1) while i < n do if i % 2 == 0 then (i + 1, x * y) else (i + 1, y * x)
  in power

entry control x n =
  let forward = jvp (control_ n) x 1
  in (forward == vjp (control_ n) x 1, control_ n x, forward)

def writes_ [n] (xs: [n]f64) =
  let ys = copy xs with [0] = xs[0] * xs[1]
  let ys = ys with [1] = ys[0] * ys[0]
  let zs = scatter (replicate n 1) [2, 7] [xs[2] * 2, 5]
  let hs = reduce_by_index (replicate 1 0) (+) 0 [0, 0, 1] [ys[1], zs[2], xs[0]]
  in hs[0]

entry writes [n] (xs: [n]f64) = let g = gradient writes_ xs in (g, g == directions writes_ xs)

def folds_ [n] (xs: [n]f64) =
  let product = f64.product xs
  let highest = f64.maximum xs
  in product * 0 + xs[0] * xs[1] * xs[2] + highest * 0 + (filter (> 10) xs |> f64.sum)

entry folds [n] (xs: [n]f64) = let g = gradient folds_ xs in (g, g == directions folds_ xs)

type shape = #circle f64 | #box f64 f64

def area (s: shape) =
  match s
  case #circle r -> r * r
  case #box a b -> a * b

entry sums (x: f64) =
  let side (s: shape) = match s case #circle r -> r case #box a _ -> a
  in ( jvp (\x -> area (#circle x)) x 1
     , side (vjp area (#circle x) 1)
     , match jvp (\x -> if x > 2 then #box x 1 else #circle x : shape) x 1
       case #box a _ -> a
       case #circle _ -> -1
     )

entry functions (x: f64) =
  let twice 't (f: t -> t) (x: t) = f (f x)
  let scale (k: f64) = \x -> k * x
  in (jvp (\x -> twice (scale x) 2) x 1, vjp (\x -> twice (scale x) 2) x 1)
