-- The argument is evaluated among the names of its own place: `y` is 2 for it, and 1 for the function (FUT-Z-26).
-- slip: FUT-Z-26. By the order of the slides' rule what was captured is bound first, so the `y` of the argument is the function's: 11 and 11.
-- rules: FUT-DF-APP, FUT-DF-LAM
-- ==
-- input { 2 }
-- output { 12 12 }

def apply (f: i32 -> i32 -> i32) = \y -> f y

entry main (x: i32) =
  let f = (let y = 1 in \x -> \z -> x + y * z)
  let g = (let y = 1 in apply (\x -> \z -> x + y * z))
  let y = x
  in (f y 10, g y 10)
