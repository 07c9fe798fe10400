-- A loop's parameter may be given a value, a type, or nothing but its name.
-- rules: FUT-X-EXP
-- ==
-- input { 3i32 }
-- output { 6i32 6i32 8i32 7i32 }

def main (n: i32) =
  let s = 3
  let a = loop s for i < n do s + i
  let b = loop (t: i32, _) = (3, 0i32) for i < n do (t + i, i)
  let c = loop k = 1 while k < 8 do k * 2
  let d = loop acc = 1 for x in [1, 2, 3] do acc + x
  in (a, b.0, c, d)
