-- What a branch gives of two parameters has the size of neither.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main [n] (c: bool) (a: [n]i32) (b: []i32): [n]i32 = if c then a else b
