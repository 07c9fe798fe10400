-- A size that a type hides is the size of an array in it.
-- refuses: FUT-T-TYPE/shown
-- ==
-- error: FUT-T-TYPE

def f (x: i32): ?[n].i32 = x
def main (x: i32) = x
