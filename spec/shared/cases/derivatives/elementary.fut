-- The slopes of elementary and special functions are near central differences of them, and those of the slopes near central
-- differences of the slopes.
-- rules: DER-ELEMENTARY, DER-POWER
-- translation: FUT-CO-OP
-- ==
-- entry: everywhere above small beyond two
-- input { 0.3 } output { true true }
-- input { 0.75 } output { true true }

-- ==
-- entry: everywhere
-- input { -1.4 } output { true true }
-- input { 2.6 } output { true true }

-- ==
-- entry: at_zero
-- input { 0.0 } output { 1.0 -0.0 1.0 1.0 0.5 }

-- ==
-- entry: poles
-- input { 1e-10 } output { true true true }
-- input { 1e-17 } output { true true false }

-- ==
-- entry: great
-- input { 300f16 } output { 0.0016664f16 -0.0016664f16 0.003334f16 0.003334f16 1.11e-5f16 0.00144768f16 -1e-7f16 }

def near (a: f64) (b: f64) = f64.abs (a - b) <= 1e-5 * f64.max 1 (f64.abs a)

def difference (f: f64 -> f64) (x: f64) = (f (x + 1e-5) - f (x - 1e-5)) / 2e-5

def agrees (f: f64 -> f64) (x: f64) =
  let forward x = jvp f x 1
  let reverse x = vjp f x 1
  in ( near (forward x) (difference f x) && forward x == reverse x
     , near (jvp reverse x 1) (difference forward x) && near (vjp forward x 1) (difference forward x)
     )

def both (a: (bool, bool)) (b: (bool, bool)) = (a.0 && b.0, a.1 && b.1)

entry everywhere x =
  agrees f64.exp x
  |> both (agrees f64.sin x)
  |> both (agrees f64.cos x)
  |> both (agrees f64.tan x)
  |> both (agrees f64.atan x)
  |> both (agrees f64.sinh x)
  |> both (agrees f64.cosh x)
  |> both (agrees f64.tanh x)
  |> both (agrees f64.asinh x)
  |> both (agrees f64.sinpi x)
  |> both (agrees f64.cospi x)
  |> both (agrees f64.tanpi x)
  |> both (agrees f64.atanpi x)
  |> both (agrees f64.erf x)
  |> both (agrees f64.erfc x)
  |> both (agrees f64.gamma x)
  |> both (agrees f64.cbrt x)

entry above x =
  agrees f64.sqrt x
  |> both (agrees f64.rsqrt x)
  |> both (agrees f64.log x)
  |> both (agrees f64.log2 x)
  |> both (agrees f64.log10 x)
  |> both (agrees f64.log1p x)
  |> both (agrees f64.lgamma x)
  |> both (agrees (\x -> x ** 2.5) x)
  |> both (agrees (\x -> 2.5 ** x) x)
  |> both (agrees (\x -> x ** x) x)

entry small x =
  agrees f64.asin x
  |> both (agrees f64.acos x)
  |> both (agrees f64.atanh x)
  |> both (agrees f64.asinpi x)
  |> both (agrees f64.acospi x)

entry beyond x = agrees f64.acosh (x + 1)

entry two x =
  agrees (\x -> f64.atan2 x 0.7) x
  |> both (agrees (\x -> f64.atan2 0.7 x) x)
  |> both (agrees (\x -> f64.atan2pi x 0.7) x)
  |> both (agrees (\x -> f64.atan2pi 0.7 x) x)
  |> both (agrees (\x -> f64.hypot x 0.7) x)
  |> both (agrees (\x -> f64.hypot 0.7 x) x)

entry at_zero x =
  ( jvp f64.sin x 1
  , jvp f64.cos x 1
  , jvp f64.exp x 1
  , vjp f64.tanh x 1
  , vjp f64.sqrt (x + 1) 1
  )

-- Beside the poles of digamma, which are at 0 and below.
entry poles x =
  let digamma x = jvp f64.lgamma x 1
  let beside (pole: f64) = let y = pole - x in f64.abs (digamma y * (pole - y) - 1) < 1e-5
  in (beside 0, f64.abs (digamma x * x + 1) < 1e-5, beside (-2))

-- Squares of these are beyond f16.
entry great x =
  let (a, b) = vjp (\(x, y) -> f16.atan2 x y) (x, x) 1
  let (_, c) = vjp (\(x, y) -> x / y) (x / 30000, x) 1
  in (a, b, jvp f16.asinh x 1, jvp f16.acosh x 1, jvp f16.atan x 1, jvp f16.log10 x 1, c)
