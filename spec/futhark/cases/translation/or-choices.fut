-- Two choices among the same functions, which each meets in another order; and functions that were applied to arrays of different lengths.
-- slip: FUT-Z-28. The slides' Or has two sides, so the two conditionals would give an Or of two different Ors, each with both functions; here each function is there once.
-- rules: FUT-DF-IF-OR, FUT-DF-J-LAM, FUT-DF-APP-OR
-- switch: function-branches
-- ==
-- entry: orders
-- input { true true false 10 } output { 11 }
-- input { true false false 10 } output { 20 }
-- input { false false true 10 } output { 20 }
-- input { false false false 10 } output { 11 }

-- ==
-- entry: arrays
-- input { true } output { 12 }
-- input { false } output { 13 }

entry orders (a: bool) (b: bool) (c: bool) (x: i32) =
  let f = \(y: i32) -> y + 1
  let g = \(y: i32) -> y * 2
  in (if a then (if b then f else g) else (if c then g else f)) x

def sum_after [n] (xs: [n]i64) (k: i64) = length xs + k

entry arrays (c: bool) = i32.i64 ((if c then sum_after (iota 2) else sum_after (iota 3)) 10)
