-- A while loop runs as long as its condition holds for the parameter.
-- rules: FUT-E-WHILE, FUT-E-LIMIT
-- ==
-- input { 27i32 }
-- output { 111i32 }
-- input { 1i32 }
-- output { 0i32 }

def main (n: i32) =
  let (_, steps) = loop (x, k) = (n, 0) while x != 1 do
    (if x % 2 == 0 then x / 2 else 3 * x + 1, k + 1)
  in steps
