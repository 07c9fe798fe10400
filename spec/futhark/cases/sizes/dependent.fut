-- Functions with one size that each call knows stand for functions with a dependent result.
-- rules: FUT-SZ-INST, FUT-SZ-TYVAR
-- ==
-- entry: size
-- input { 3i64 }
-- output { [2i64, 1i64, 0i64] }

-- ==
-- entry: lifted
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] }

-- ==
-- entry: records
-- input { 3i64 }
-- output { [2i64, 1i64, 0i64] }

-- ==
-- entry: curried
-- input { 3i64 }
-- output { [5i64, 6i64, 7i64] }

-- ==
-- entry: two
-- input { 2i64 }
-- output { [[0i64, 0i64], [1i64, 1i64], [2i64, 2i64]] }

-- ==
-- entry: computed
-- input { 2i64 }
-- output { [2i64, 1i64, 0i64] }

-- ==
-- entry: higher
-- input { 3i64 }
-- output { [1i64, 2i64, 3i64] }

-- ==
-- entry: function
-- input { 3i64 }
-- output { [1i64, 2i64, 3i64] }

-- ==
-- entry: through
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] }

-- ==
-- entry: pairs
-- input { 3i64 }
-- output { [0i64, 1i64, 3i64] }

def use (f: (k: i64) -> [k]i64 -> [k]i64) (m: i64) = f m (iota m)
def three (f: (k: i64) -> [k]i64 -> [k]i64) = f 3 (iota 3)
def turn [n] (_: i64) (xs: [n]i64) : [n]i64 = reverse xs
def keep '~a (_: i64) (x: a) : a = x
def hold '^a (_: i64) (x: a) : a = x
def field [n] (_: i64) (r: {a: [n]i64, b: i64}) : {a: [n]i64, b: i64} = r with a = reverse r.a
def plus [n] (c: i64) (_: i64) (xs: [n]i64) : i64 -> [n]i64 = \d -> map (+ (c + d)) xs
def swap [n] [m] (_: i64) (_: i64) (xs: [n][m]i64) : [m][n]i64 = transpose xs
def call '~a '~b (_: i64) (g: a -> b) (x: a) : b = g x
def app '^a '~b (f: a -> b) (x: a) : b = f x

entry size (m: i64) = use turn m
entry lifted (m: i64) = use keep m
entry records (m: i64) =
  let useField (f: (k: i64) -> {a: [k]i64, b: i64} -> {a: [k]i64, b: i64}) = f m {a = iota m, b = 0}
  in (useField field).a
entry curried (m: i64) =
  let later (f: (k: i64) -> [k]i64 -> i64 -> [k]i64) = f m (iota m) 2
  in later (plus 3)
entry two (m: i64) =
  let matrix (f: (k: i64) -> (l: i64) -> [k][l]i64 -> [l][k]i64) = f m 3 (replicate m (iota 3))
  in matrix swap
entry computed (m: i64) =
  let longer (f: (k: i64) -> [k + 1]i64 -> [k + 1]i64) = f m (iota (m + 1))
  in longer turn
entry higher (m: i64) =
  let given (f: (k: i64) -> ([k]i64 -> [k]i64) -> [k]i64 -> [k]i64) = f m (map (+ 1)) (iota m)
  in given call
entry function (m: i64) =
  let given (f: (k: i64) -> ([k]i64 -> [k]i64) -> [k]i64 -> [k]i64) = f m (map (+ 1)) (iota m)
  in given hold
entry through (_: i64) = app three keep
entry pairs (m: i64) = map (\(a, b) -> i64.sum (use keep a) + b) (zip (iota m) (iota m))
