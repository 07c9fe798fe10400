-- A parameter whose type is written without a star may not be consumed by the body.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-R-CONSUME

def main (x: *[]i32): []i32 = loop (a: []i32) = x for i < 2 do a with [0] = i
