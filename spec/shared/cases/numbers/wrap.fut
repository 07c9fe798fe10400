-- Integer arithmetic wraps at the width of its type.
-- rules: NUM-WRAP
-- ==
-- input { 100u8 }
-- output { -128i8 44u8 -2147483648i32 156u8 9223372036854775807i64 }

def main (x: u8) = (i8.u8 x + 28, x * 3, 2147483647i32 + 1, -x, i64.lowest - 1)
