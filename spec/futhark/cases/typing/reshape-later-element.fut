-- What is reshaped before its elements are known to be arrays has no fewer dimensions for it afterwards.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-APP

def main [n] (x: [n]i64) : i64 = flip (\(_: bool) y -> i64.sum (reshape (2 * n) [y, y])) x true
