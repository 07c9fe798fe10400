-- The argument is evaluated among the names of its own place: `y` is 2 for it, and 1 for the function (FUT-Z-26).
-- slip: FUT-Z-26. By the order of the slides' rule, what was captured is bound first, and the `y` of the argument is the function's: 2.
-- rules: FUT-DF-APP, FUT-DF-LAM
-- ==
-- input { 2 }
-- output { 3 }

def apply (f: i32 -> i32) = \x -> f x

entry main (x: i32) = let f = (let y = 1 in apply (\x -> x + y)) in let y = x in f y
