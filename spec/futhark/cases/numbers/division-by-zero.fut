-- Dividing an integer by zero is an error.
-- refuses: FUT-N-DIV/zero
-- ==
-- input { 1i32 0i32 }
-- error: FUT-N-

def main (x: i32) (y: i32) = x / y
