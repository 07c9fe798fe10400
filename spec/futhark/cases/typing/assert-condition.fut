-- The condition of an assertion is a boolean.
-- refuses: FUT-T-ASSERT
-- ==
-- error: FUT-T-

def main (n: i32) = assert n (n + 1)
