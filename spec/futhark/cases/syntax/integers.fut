-- Integers are written in four ways, with underscores anywhere between digits.
-- rules: FUT-X-NUMBER, FUT-X-CHARACTER, FUT-X-PROGRAM, FUT-X-BIND, FUT-X-EXP
-- ==
-- input {}
-- output { 1000000i32 255u8 5i8 -16i64 2024i32 }

def main = (1_000_000i32, 0xFFu8, 0b1_01i8, -0x10i64, 0rMMXXIV)
