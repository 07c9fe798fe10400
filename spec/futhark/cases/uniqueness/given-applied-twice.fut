-- A function that applies its parameter twice may not be handed one that consumes what it was given.
-- refuses: FUT-U-CLOSURE/once
-- ==
-- error: FUT-U-

def fill [n] (a: *[n]i32) (v: i32) : i32 = let a = a with [0] = v in a[0] + a[1]

def twice (f: i32 -> i32) (x: i32) : i32 = f (f x)

def main (xs: []i32) = twice (fill (copy xs)) 3
