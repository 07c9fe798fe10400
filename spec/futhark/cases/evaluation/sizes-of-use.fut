-- The sizes at which a function is used are computed where it is used, in order, whether it is applied or not.  Those in a
-- type that stands for a type parameter are computed when they are asked for.
-- rules: FUT-E-VAR, FUT-E-SHAPEOF
-- refuses: NUM-DIV/zero, FUT-E-INDEX/bounds
-- without: plan
-- ==
-- entry: passed passed_partly bound mapped asked asked_called
-- input { 5i64 }
-- output { 2i64 }
-- input { 0i64 }
-- error: division by zero

-- ==
-- entry: order order_called
-- input { 5i64 }
-- output { 2i64 }
-- input { 1i64 }
-- error: out of bounds
-- input { 0i64 }
-- error: division by zero

-- ==
-- entry: unasked unasked_called
-- input { 5i64 }
-- output { 2i64 }
-- input { 0i64 }
-- output { 2i64 }

def two 'a (f: a -> i64) : i64 = 2
def sum [n] (xs: [n]i64) = n + i64.sum xs
def more [n] (x: i64) (xs: [n]i64) = x + length xs
def first [n] [m] (f: [n]i64 -> [m]i64 -> i64) : i64 = 2
def width [n] [m] 'a (_: [n][m]a) = m
def inner 'a (f: a -> i64) (n: i64) : i64 = width ([] : [0][n]a) + length ([] : [0]a)

-- A function that calls itself is not put in place of its calls.
def two_called 'a (n: i64) (f: a -> i64) : i64 = if n > 100 then two_called (n / 2) f else 2
def first_called [n] [m] (k: i64) (f: [n]i64 -> [m]i64 -> i64) : i64 = if k > 100 then first_called (k / 2) f else 2
def inner_called 'a (n: i64) (f: a -> i64) : i64 = if n > 100 then inner_called (n / 2) f else inner f 2

entry passed (k: i64) = two (sum : [10 / k]i64 -> i64)
entry passed_partly (k: i64) = two (more k : [10 / k]i64 -> i64)
entry bound (k: i64) = let f = (sum : [10 / k]i64 -> i64) in two f
entry mapped (k: i64) = length (map (sum : [10 / k]i64 -> i64) []) + 2
entry asked (k: i64) = inner (\(xs: [10 / k]i64) -> xs[0]) 2
entry asked_called (k: i64) = inner_called k (\(xs: [10 / k]i64) -> xs[0])
entry order (k: i64) = first (\(xs: [10 / k]i64) (ys: [(iota 2)[5 - k]]i64) -> xs[0] + ys[0])
entry order_called (k: i64) = first_called k (\(xs: [10 / k]i64) (ys: [(iota 2)[5 - k]]i64) -> xs[0] + ys[0])
entry unasked (k: i64) = two (\(xs: [10 / k]i64) -> xs[0])
entry unasked_called (k: i64) = two_called k (\(xs: [10 / k]i64) -> xs[0])
