-- There is no conversion between the operands of an operator.
-- refuses: FUT-T-OPS/same
-- ==
-- error: FUT-T-OPS

def main (a: i32) (b: i64) = a * b
