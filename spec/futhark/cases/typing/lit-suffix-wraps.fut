-- A number with a suffix wraps around in its type, also under a sign.
-- rules: FUT-T-LIT
-- ==
-- input {}
-- output { -128i8 44u8 212u8 255u8 1u8 -128i8 }

def main = (-128i8, 300u8, -300u8, -(#[inline] 1u8), -(-1u8), -(-128i8))
