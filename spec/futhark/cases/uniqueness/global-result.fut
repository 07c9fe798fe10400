-- A function's result may not be a top-level array.
-- refuses: FUT-U-GLOBAL/function
-- ==
-- error: FUT-U-GLOBAL

def table: [4]i32 = [1, 2, 3, 4]
def whole (_: i32) = table
def main (i: i32) = whole i
