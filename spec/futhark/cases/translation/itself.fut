-- A function that calls itself from within local functions: they are written out in it, so that definitions call only themselves and those before.
-- slip: FUT-DF-TH1. The slides' theorem that the translation ends has no functions that call themselves; written out at each application, as their rule wants, this one never ends.
-- rules: FUT-DF-LIFT
-- without: plan
-- ==
-- input { 5i64 }
-- output { 15i64 10i64 }

def plus (h: i64 -> i64) (n: i64) = h n + n

def total (n: i64): i64 = if n <= 0 then 0 else plus (\x -> total (x - 1)) n

def down (n: i64): i64 =
  if n <= 1
  then n
  else let g = \(x: i64) -> let y = down (x - 2) in y + down (x - 3)
       in plus (\x -> g x) n + down 0

entry main (n: i64) = (total n, down n)
