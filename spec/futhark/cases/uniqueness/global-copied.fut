-- It may be a copy of one.
-- rules: FUT-U-GLOBAL
-- ==
-- input { 1i32 }
-- output { [1i32, 2i32, 3i32, 4i32] }

def table: [4]i32 = [1, 2, 3, 4]
def whole (_: i32) = copy table
def main (i: i32) = whole i
