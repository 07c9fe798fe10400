-- A function captures what it mentions, and not all that stands beside it: `xs` may be consumed while `f` is still used.
-- slip: FUT-Z-27. By the rule of the slides the record of `f` has `xs` too, and `f 2` is handed it after it was consumed: the program of Core that comes out is refused.
-- rules: FUT-DF-LAM, FUT-DF-LIFT
-- ==
-- input { [1, 2, 3] 10 }
-- output { 23 }

entry main (xs: *[3]i32) (k: i32) =
  let f = \(i: i32) -> i + k
  let ys = xs with [0] = f 1
  in ys[0] + f 2
