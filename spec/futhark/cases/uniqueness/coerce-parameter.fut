-- Nor does it hide that a function consumes its argument.
-- refuses: FUT-U-HOPAR/parameter
-- ==
-- error: FUT-U-HOPAR

def g (xs: *[4]i64) : [4]i64 = xs with [0] = 9
def main (xs: *[4]i64) = (g :> ([4]i64 -> [4]i64)) xs
