-- An assertion that holds is its second operand.
-- rules: FUT-E-ASSERT
-- ==
-- input { 3i32 }
-- output { 4i32 }

def main (x: i32) = assert (x > 0) (x + 1)
