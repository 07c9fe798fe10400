-- The condition of an assertion is a boolean.
-- refuses: FUT-T-ASSERT/condition
-- ==
-- error: FUT-T-ASSERT

def main (n: i32) = assert n (n + 1)
