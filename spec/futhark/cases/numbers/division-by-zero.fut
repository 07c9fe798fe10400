-- Dividing an integer by zero is an error.
-- ==
-- input { 1i32 0i32 }
-- error: FUT-E-

def main (x: i32) (y: i32) = x / y
