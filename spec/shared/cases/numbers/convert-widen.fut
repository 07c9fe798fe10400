-- Converting to a wider signed integer keeps the value.
-- rules: NUM-INT-INT
-- ==
-- input { -1i8 200u8 }
-- output { -1i64 200i64 255u16 255u64 }

def main (x: i8) (y: u8) = (i64.i8 x, i64.u8 y, u16.i8 x, u64.i8 x)
