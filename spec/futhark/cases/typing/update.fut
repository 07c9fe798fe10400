-- The new element has the type of the old one.
-- rules: FUT-T-UPDATE
-- ==
-- input { [1i8] 2i8 }
-- output { [2i8] }

def main (xs: *[]i8) (x: i8) = xs with [0] = x
