-- What a derivative gives of sums has the constructors that it had: of values, in records and arrays, and of what `with_vjp` is given.
-- rules: FUT-PA-TANGENT
-- translation: FUT-CO-OP
-- ==
-- entry: forward
-- input { 3.0 } output { 9.0 6.0 [6.0, 12.0] }
-- input { -3.0 } output { -9.0 6.0 [6.0, 12.0] }

-- ==
-- entry: reverse
-- input { 3.0 } output { 6.0 [6.0, 12.0] }

-- ==
-- entry: within
-- input { 3.0 } output { [[1.0, 20.0], [2.0, 40.0]] }

-- ==
-- entry: custom
-- input { 3.0 } output { [1.0, 10.0] }

type length = #none | #feet f64 | #metres f64 | #both [2]f64

-- Every constructor shows.
def shown (l: length) =
  match l
  case #none -> 0
  case #feet x -> -x
  case #metres x -> x
  case #both xs -> xs[0] + 10 * xs[1]

def square (x: f64): length = if x > 0 then #metres (x * x) else #feet (x * x)

def area (l: length) =
  match l
  case #none -> 1
  case #feet x -> x
  case #metres x -> x * x
  case #both xs -> xs[0] * xs[1]

entry forward x =
  let (v, d) = jvp2 square x 1
  in (shown v, shown d, map shown (jmp square x [1, 2]))

entry reverse x = (shown (vjp area (#metres x) 1), map shown (mjp area (#metres x) [1, 2]))

-- Sums in records in arrays.
entry within x =
  let f (x: f64) = [{l = #both [x, 2 * x] : length, n = #none : length}, {l = #both [2 * x, 4 * x], n = #none}]
  in map (\{l, n} -> [match l case #both xs -> xs[0] case _ -> -1, shown l - (match l case #both xs -> xs[0] case _ -> 0) + shown n]) (jvp f x 1)

-- What says the adjoint sees the constructor of its weight.
entry custom x =
  let both (x: f64): length = #both [x, x]
  let f (x: f64) = with_vjp both (\_ w -> match w case #both ws -> ws[0] + 10 * ws[1] case _ -> -1) x
  let weight (a: f64) (b: f64): length = #both [a, b]
  in [vjp f x (weight 1 0), vjp f x (weight 0 1)]
