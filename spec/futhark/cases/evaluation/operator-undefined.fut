-- An operator that has no value on its operands is an error.
-- refuses: FUT-E-BINOP/defined
-- ==
-- input { 1i32 }
-- error: 

def main (x: i32) = 10 / (x - 1)
