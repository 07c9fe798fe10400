-- The lowest integer divided by -1 wraps to itself.
-- rules: NUM-DIV, NUM-QUOT
-- ==
-- input { -128i8 -1i8 }
-- output { -128i8 0i8 -128i8 0i8 }

def main (x: i8) (y: i8) = (x / y, x % y, x // y, x %% y)
