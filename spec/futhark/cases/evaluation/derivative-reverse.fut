-- `vjp2` gives a function's value and the gradient of it weighed; `mjp2` that for many adjoints, also for none.
-- rules: FUT-E-VJP, FUT-E-MJP
-- refuses: FUT-CO-OP/derivative
-- translation: FUT-CO-OP
-- ==
-- entry: one
-- input { [1.0, 2.0, 3.0] } output { 14.0 [2.0, 4.0, 6.0] }
-- input { empty([0]f64) } output { 0.0 empty([0]f64) }

-- ==
-- entry: many
-- input { [1.0, 2.0, 3.0] } output { [1.0, 3.0, 6.0] [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0]] }

-- ==
-- entry: none
-- input { [1.0, 2.0] } output { [2.0, 4.0] empty([0][2]f64) }

def squares [n] (xs: [n]f64) = f64.sum (map (\x -> x * x) xs)

def unit (n: i64) (i: i64) = tabulate n (\j -> f64.bool (i == j))

entry one [n] (xs: [n]f64) = vjp2 squares xs 1

entry many [n] (xs: [n]f64) = mjp2 (scan (+) 0) xs (tabulate n (unit n))

entry none [n] (xs: [n]f64) = mjp2 (map (* 2)) xs (tabulate 0 (unit n))
