-- Operands are evaluated from left to right.
-- rules: FUT-E-ORDER
-- refuses: FUT-E-ASSERT/holds
-- ==
-- input { 1i32 }
-- error: left

def main (x: i32) =
  let left = x > 5
  let right = x > 6
  in (assert left x) - (assert right x)
