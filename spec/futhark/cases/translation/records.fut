-- Functions in records, taken out and replaced by others.
-- rules: FUT-DF-RCD, FUT-DF-PROJ, FUT-DF-UPDREC
-- ==
-- input { 2 }
-- output { 15 20 }

def of (n: i32) = {add = \(x: i32) -> x + n, mul = \(x: i32) -> x * n}

entry main (x: i32) =
  let r = of 3
  let s = r with add = (\x -> x * 10)
  in (r.mul (r.add x), s.add x)
