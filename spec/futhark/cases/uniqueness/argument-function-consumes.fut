-- Computing a functional argument must not consume anything.
-- refuses: FUT-U-HOARG/quiet
-- ==
-- error: FUT-U-

def at (f: i32 -> i32) (x: i32): i32 = f x
def main (a: *[]i32) = at (let b = a with [0] = 1 in \x -> x + b[0]) 2
