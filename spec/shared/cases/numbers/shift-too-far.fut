-- Shifting by the width or more leaves zeros, or ones for a negative number shifted right.
-- rules: NUM-SHIFT
-- ==
-- input { -8i32 32i32 }
-- output { 0i32 -1i32 }
-- input { 8i32 40i32 }
-- output { 0i32 0i32 }

def main (x: i32) (k: i32) = (x << k, x >> k)
