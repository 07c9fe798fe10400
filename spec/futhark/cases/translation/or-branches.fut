-- Branches that give functions: one of two, the same one with other captured values, records of functions, a match of several.
-- rules: FUT-DF-OR-TYPE, FUT-DF-IF-OR, FUT-DF-J-EQ, FUT-DF-J-RCD, FUT-DF-J-LAM, FUT-DF-APP-OR
-- switch: function-branches
-- ==
-- entry: one_of_two
-- input { true [5, 6, 7] [1, 2] }
-- output { 6 105 }
-- input { false [5, 6, 7] [1, 2] }
-- output { 4 102 }

-- ==
-- entry: same
-- input { true 3 }
-- output { 13 }
-- input { false 3 }
-- output { 23 }

-- ==
-- entry: several
-- input { 0 7 }
-- output { 8 70 }
-- input { 1 7 }
-- output { 14 0 }
-- input { 2 7 }
-- output { 9 7 }

entry one_of_two [n] [m] (b: bool) (xs: [n]i32) (ys: [m]i32) =
  let f = if b then \(i: i32) -> xs[i] else \i -> ys[i] * 2
  let g = if b && n > 1 then f else \i -> f (i + 1) - 2
  in (f 1, g 0 + 100)

entry same (b: bool) (x: i32) =
  let add (k: i32) = \(y: i32) -> y + k
  let f = if b then add 10 else add 20
  in f x

entry several (k: i32) (x: i32) =
  let r = match k
          case 0 -> {one = \y -> y + 1, two = \y -> y * 10}
          case 1 -> {one = (* 2), two = \_ -> 0}
          case _ -> {one = if x > 0 then (\y -> y + k) else i32.abs, two = \y -> y}
  in (r.one x, r.two x)
