-- A right shift keeps the sign of a signed number and none of an unsigned one.
-- rules: NUM-SHIFT
-- ==
-- input { -8i32 }
-- output { -4i32 -16i32 2147483644i32 124u8 }

def main (x: i32) = (x >> 1, x << 1, x i32.>>> 1, 248u8 >> 1)
