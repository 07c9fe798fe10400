-- There is no conversion between the operands of an operator.
-- refuses: FUT-T-OPS
-- ==
-- error: FUT-T-

def main (a: i32) (b: i64) = a * b
