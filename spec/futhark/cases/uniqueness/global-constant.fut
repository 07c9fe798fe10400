-- A constant has no unique type.
-- refuses: FUT-U-GLOBAL/constant
-- ==
-- error: FUT-U-GLOBAL

def table: *[2]i32 = [1, 2]
def main (i: i32) = table[i]
