-- Only functions are applied.
-- refuses: FUT-T-APP/function
-- ==
-- error: FUT-T-APP

def main (x: i32) = x 1i32
