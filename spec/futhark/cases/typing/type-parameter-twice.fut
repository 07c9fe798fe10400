-- The parameters of a definition differ.
-- refuses: FUT-T-TYPE/names
-- ==
-- error: FUT-T-TYPE

def f [n] [n] (xs: [n]i32) = xs
def main (x: i32) = x
