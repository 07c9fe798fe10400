-- Nor is a product of sizes that overflows.
-- ==
-- input { 1099511627776i64 }
-- error: FUT-

def main (n: i64) = length (flatten (replicate n (replicate n (replicate n 1u8))))
