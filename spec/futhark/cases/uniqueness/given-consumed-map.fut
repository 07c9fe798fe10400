-- `map` applies its function to every element, so that may not consume what the function was given.
-- refuses: FUT-U-CLOSURE/once
-- ==
-- error: FUT-U-

def fill [n] (a: *[n]i32, b: i32) (v: i32) : i32 = let a = a with [0] = v in a[0] + a[1] + b

def main (xs: []i32) (vs: []i32) = map (fill (copy xs, 1)) vs
