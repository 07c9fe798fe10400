-- Arguments are evaluated from the last to the first, and what stands behind `&&` only if it has to be.
-- rules: FUT-CO-ORDER
-- ==
-- input { 0 [1, 2] 5i64 }
-- error: FUT-E-INDEX
-- input { 0 [1, 2] 1i64 }
-- error: NUM-DIV
-- input { 2 [1, 2] 1i64 }
-- output { 7 true }

def f (x: i32) (y: i32) = x + y

entry main (x: i32) (ys: []i32) (i: i64) = (f (10 / x) ys[i], x == 2 && 4 / x == 2 || 1 / (x - 2) == 0)
