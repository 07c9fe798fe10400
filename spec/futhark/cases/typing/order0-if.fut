-- A conditional cannot have a function as its result.
-- refuses: FUT-T-ORDER0
-- ==
-- error: FUT-T-

def main (b: bool) (x: i32) = (if b then (\y -> y + x) else (\y -> y)) 2
