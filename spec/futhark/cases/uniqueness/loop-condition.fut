-- The condition of a loop consumes nothing of the loop's parameter, which the body still uses.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-R-CONSUME

def main (n: i64) = loop xs = replicate n 0 while (xs with [0] = 1)[0] < 3 do copy xs
