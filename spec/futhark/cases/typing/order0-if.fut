-- A conditional cannot have a function as its result.
-- refuses: FUT-T-ORDER0/branch
-- ==
-- error: FUT-T-ORDER0

def main (b: bool) (x: i32) = (if b then (\y -> y + x) else (\y -> y)) 2
