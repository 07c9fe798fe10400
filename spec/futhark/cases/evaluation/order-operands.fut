-- Operands are evaluated from left to right.
-- refuses: FUT-E-ASSERT/holds
-- ==
-- input { 1i32 }
-- error: :10:7:

def main (x: i32) =
  let left = x > 5
  let right = x > 6
  in (assert left x) - (assert right x)
