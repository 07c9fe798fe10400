-- A number without a suffix has a limit.
-- refuses: FUT-X-NUMBER/range
-- ==
-- error: FUT-X-NUMBER

def main = 1000000000000000000000000000000000000000
