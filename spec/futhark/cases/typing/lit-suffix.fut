-- A suffix fixes the type of a literal.
-- rules: FUT-T-LIT
-- ==
-- input {}
-- output { 7i64 1.5f32 2f16 }

def main = (7i64, 1.5f32, 2f16)
