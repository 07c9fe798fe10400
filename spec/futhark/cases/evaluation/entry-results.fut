-- Each part of a result tuple is printed by itself; sizes of arguments are checked.
-- rules: FMT-INPUT, FUT-E-TUP
-- ==
-- input { [1u8] true }
-- output { true [1u8] }

def main (xs: []u8) (b: bool) = (b, xs)
