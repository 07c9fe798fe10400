-- The elements may be taken apart by a pattern.
-- rules: FUT-E-LOOPIN
-- ==
-- input { [1i32,2i32] [5i32,6i32] }
-- output { 17i32 }

def main [n] (xs: [n]i32) (ys: [n]i32) = loop a = 0 for (x, y) in zip xs ys do a + x * y
