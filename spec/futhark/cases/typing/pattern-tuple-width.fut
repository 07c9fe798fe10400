-- A tuple pattern has as many parts as its value.
-- refuses: FUT-T-PAT/shape
-- ==
-- error: FUT-T-PAT

def main (x: i32) = let (a, b, c) = (x, x) in a + b + c
