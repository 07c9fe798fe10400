-- The function that a combinator is given is evaluated once, behind the arrays, also for no elements.
-- rules: FUT-DF-SOAC, FUT-E-ORDER
-- ==
-- input { 2 2i64 }
-- output { [3, 4] }
-- input { 0 2i64 }
-- error: NUM-DIV
-- input { 2 -1i64 }
-- error: FUT-E-IOTA
-- input { 0 0i64 }
-- error: NUM-DIV
-- input { 0 -1i64 }
-- error: FUT-E-IOTA

def add (x: i32) (y: i32) = x + y

entry main (d: i32) (n: i64) = map (add (6 / d)) (map i32.i64 (iota n))
