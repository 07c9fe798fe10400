-- No function gives an array of the top level, not even a lambda.
-- refuses: FUT-U-GLOBAL/function
-- ==
-- error: FUT-U-GLOBAL

def board: []i32 = [1, 2, 3]
def main (xs: []i32): i32 = let f = \(_: i32) -> board in (f 1)[0] + xs[0]
