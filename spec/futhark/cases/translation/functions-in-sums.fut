-- A constructor with a function: which one is there is known, and cases for others are left out.
-- rules: FUT-DF-SUM, FUT-DF-IF
-- ==
-- input { 4 }
-- output { 9 }

type^ op = #lam (i32 -> i32) | #non

def ap (o: op) (x: i32) = match o case #lam f -> f x case #non -> x

entry main (x: i32) = ap (#lam (+ 1)) x + ap #non x
