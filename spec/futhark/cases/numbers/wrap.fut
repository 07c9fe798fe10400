-- Integer arithmetic wraps at the width of its type.
-- rules: FUT-N-WRAP
-- ==
-- input {}
-- output { -128i8 0u8 -2147483648i32 156u8 9223372036854775807i64 }

def main = (127i8 + 1, 255u8 + 1, 2147483647i32 + 1, -100u8, i64.lowest - 1)
