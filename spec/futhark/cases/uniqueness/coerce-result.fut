-- A coercion does not make the result of a function unique.
-- refuses: FUT-U-HOPAR/result
-- ==
-- error: FUT-U-HOPAR

def g (xs: [4]i64) : [4]i64 = xs
def main (xs: [4]i64) = (g :> ([4]i64 -> *[4]i64)) xs with [0] = 1
