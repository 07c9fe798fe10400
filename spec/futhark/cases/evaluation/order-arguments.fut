-- Arguments are evaluated from right to left.
-- refuses: FUT-E-ASSERT/holds
-- ==
-- input { 1i32 }
-- error: :11:29:

def minus (a: i32) (b: i32) = a - b
def main (x: i32) =
  let left = x > 5
  let right = x > 6
  in minus (assert left x) (assert right x)
