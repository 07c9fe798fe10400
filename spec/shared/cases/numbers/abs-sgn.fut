-- The lowest integer has no positive counterpart.
-- rules: NUM-SIGN
-- ==
-- input { -128i8 }
-- output { -128i8 -1i8 3i8 0i8 }

def main (x: i8) = (i8.abs x, i8.sgn x, i8.abs (-3), i8.sgn 0)
