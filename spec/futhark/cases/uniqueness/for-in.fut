-- The elements that a for-in loop goes over are not consumable.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-

def main (a: *[][]i32) = loop s = 0 for row in a do s + (row with [0] = 1)[0]
