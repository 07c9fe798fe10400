-- Converting to a narrower integer keeps the low bits.
-- rules: NUM-INT-INT
-- ==
-- input { 300i64 }
-- output { 44i8 44u8 300i16 }

def main (x: i64) = (i8.i64 x, u8.i64 x, i16.i64 x)
