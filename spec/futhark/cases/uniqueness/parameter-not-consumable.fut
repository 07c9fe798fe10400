-- A parameter without a star is not the function's to consume.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-

def main (xs: []i32) = xs with [0] = 1
