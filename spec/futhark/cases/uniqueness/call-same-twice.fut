-- An array that one argument consumes may not be another argument.
-- refuses: FUT-U-CALL/overlapping
-- ==
-- error: FUT-U-

def blend (a: *[]i32) (b: []i32): *[]i32 = a with [0] = b[1]
def main (a: *[]i32) = blend a a
