-- Only the name of a type is applied to arguments.
-- refuses: FUT-T-TYPE/constructor
-- ==
-- error: FUT-T-TYPE

def f (x: (i32, i32) i32) = 1i32
def main (x: i32) = x
