-- The index of an array may not consume it: the array is held while the index is evaluated.
-- refuses: FUT-U-HELD/consumed
-- ==
-- error: FUT-U-HELD

def main (xs: *[3]i64): i64 = xs[(xs with [0] = 1)[0]]
