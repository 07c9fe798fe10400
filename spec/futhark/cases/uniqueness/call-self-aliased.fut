-- A consumed argument must not contain one array twice.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def both (p: *([]i32, []i32)): i32 = let (a, b) = p let c = a with [0] = 1 in c[0] + b[0]
def main (a: *[]i32) = both (a, a)
