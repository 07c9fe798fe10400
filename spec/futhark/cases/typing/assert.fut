-- An assertion has a boolean and a value of any type.
-- rules: FUT-T-ASSERT
-- ==
-- input { 1i32 }
-- output { 1i32 true }

def main (x: i32) = assert true (x, true)
