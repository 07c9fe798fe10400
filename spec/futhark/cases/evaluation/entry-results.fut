-- Each part of a result tuple is printed by itself; sizes of arguments are checked.
-- rules: FUT-E-ENTRYFMT, CORE-E-TUP
-- ==
-- input { [1u8] true }
-- output { true [1u8] }

def main (xs: []u8) (b: bool) = (b, xs)
