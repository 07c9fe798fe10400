-- A local function may be used as long as what it mentions has not been consumed.
-- rules: FUT-U-CLOSURE
-- ==
-- input { [5i32,6i32] }
-- output { 7i32 }

def main (a: *[]i32) =
  let look (i: i32) = a[i]
  let x = look 1
  let b = a with [0] = 1
  in x + b[0]
