-- One occurrence that captures a function is lifted once for each function, and once for all values of a number.
-- rules: FUT-DF-LIFT, FUT-DF-LAM
-- ==
-- input { 3 }
-- output { 1610 2004 }

def both (f: i32 -> i32) (g: i32 -> i32) (x: i32) = f x * 100 + g x

entry main (a: i32) =
  let more (k: i32) = \x -> x + k
  let around (f: i32 -> i32) = \x -> f x * 2
  in (both (around (more a)) (\x -> x + 5) 5, both (around (\x -> x + 7)) (more 1) a)
