-- An array cannot have functions as elements.
-- refuses: FUT-T-ORDER0/element
-- ==
-- error: FUT-T-ORDER0

def main (x: i32) = let fs = [(+ x), (* x)] in fs[1] 3
