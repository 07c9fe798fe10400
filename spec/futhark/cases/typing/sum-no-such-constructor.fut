-- A constructor must be one of the type's.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-

type light = #red | #green
def f (l: light): i32 = match l case #red -> 0 case #green -> 1
def main (_: i32) = f #blue
