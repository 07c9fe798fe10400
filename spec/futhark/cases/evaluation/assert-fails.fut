-- An assertion that does not hold is an error that shows it.
-- refuses: FUT-E-ASSERT/holds
-- ==
-- input { 0i32 }
-- error: FUT-E-ASSERT

def main (x: i32) = assert (x > 0) (x + 1)
