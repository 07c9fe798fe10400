-- A function that calls itself gets one that calls it and its caller: definitions that call each other are refused.
-- refuses: FUT-DF-LIFT/apart
-- translation: FUT-DF-LIFT
-- ==
-- input { 5i64 }
-- output { 15i64 }

def down (h: i64 -> i64) (n: i64): i64 = if n <= 0 then h 0 else n + down h (n - 1)

def f (n: i64): i64 = if n <= 0 then 0 else down (\x -> f (x - 1)) n

entry main (n: i64) = f n
