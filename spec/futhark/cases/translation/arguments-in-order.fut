-- Arguments of a function that is written out are evaluated from the last to the first, also where it is applied to one more later.
-- rules: FUT-E-ORDER
-- ==
-- input { 2 [5, 6] 1i64 }
-- output { 10 }
-- input { 0 [5, 6] 1i64 }
-- error: NUM-DIV
-- input { 2 [5, 6] 7i64 }
-- error: FUT-E-INDEX
-- input { 0 [5, 6] 7i64 }
-- error: FUT-E-INDEX

def f (x: i32) (y: i32) (z: i32) = x + y + z

entry main [n] (d: i32) (xs: [n]i32) (i: i64) =
  let g = f (6 / d) (xs[i])
  in g 1
