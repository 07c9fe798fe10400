-- A size in a coercion consumes nothing.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-R-CONSUME

def first (xs: *[3]i64): *[3]i64 = xs with [0] = 3

def main (xs: *[3]i64) = iota 3 :> [(first xs)[0]]i64
