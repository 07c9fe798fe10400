-- `let` may be followed by another without `in`.
-- rules: FUT-X-LET
-- ==
-- input { 1i32 }
-- output { 10i32 }

def main (x: i32) =
  let a = x + 1
  let f b = b * 2
  let (c, d) = (f a, 3)
  in a + c + d + x
