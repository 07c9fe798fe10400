-- Operators bind by their first characters.
-- rules: FUT-X-OPERATOR
-- ==
-- input {}
-- output { 7i32 true 9i32 64i32 true 3i32 }

def main = (1 + 2 * 3, 1 + 1 == 2 && 3 < 4, 1 << 3 | 1, 2 ** 3 ** 2, 6 & 3 == 2 || true, 10 - 4 - 3)
