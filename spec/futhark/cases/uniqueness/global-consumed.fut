-- A top-level array is nobody's to consume.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-

def table: [4]i32 = [1, 2, 3, 4]
def main (i: i32) = table with [0] = i
