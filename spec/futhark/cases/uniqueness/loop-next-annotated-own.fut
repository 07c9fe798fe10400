-- A parameter whose type is written without a star may change places with one that is consumed, if its initial value may be consumed.
-- rules: FUT-U-LOOP
-- ==
-- input { [1] [2] 3 } output { 1 }

def main (x: *[]i32) (y: *[]i32) (n: i32): i32 =
  let (r, _) = loop (a: *[]i32, b: []i32) = (x, y) for i < n do (b, a with [0] = i)
  in r[0]
