-- A record with a function in it is bound only to what consumes nothing.
-- refuses: FUT-U-HOLET/quiet
-- ==
-- error: FUT-U-HOLET

def main (a: *[]i32): []i32 = let (_f, b) = ((\(x: i32) -> x + 1), a with [0] = 2) in b
