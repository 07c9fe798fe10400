-- Dividing an integer by zero is an error.
-- refuses: NUM-DIV/zero
-- ==
-- input { 1i32 0i32 }
-- error: NUM-

def main (x: i32) (y: i32) = x / y
