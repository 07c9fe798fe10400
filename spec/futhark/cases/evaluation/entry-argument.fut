-- Arguments have the types of their parameters.
-- refuses: FUT-E-SIZEPAR/argument
-- ==
-- input { true }
-- error: FUT-E-SIZEPAR

def main (x: i32) = x
