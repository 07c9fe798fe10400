-- A for loop runs its body for 0, 1, .. below the bound.
-- rules: FUT-E-LOOPFOR, FUT-E-LOOP0, FUT-E-LOOPN
-- ==
-- input { 4i32 }
-- output { 6i32 1i32 }
-- input { 0i32 }
-- output { 0i32 1i32 }
-- input { -3i32 }
-- output { 0i32 1i32 }

def main (n: i32) =
  let s = loop s = 0 for i < n do s + i
  let p = loop p = 1 for i < i32.min n 0 do p * i
  in (s, p)
