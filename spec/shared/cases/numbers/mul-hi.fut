-- `mul_hi` is the upper half of the whole product.
-- rules: NUM-HIGH
-- ==
-- input {}
-- output { 1u8 -1i8 254u8 16i32 }

def main = (u8.mul_hi 16 16, i8.mul_hi 1 (-1), u8.mul_hi 255 255, i32.mul_hi 0x40000000 64)
