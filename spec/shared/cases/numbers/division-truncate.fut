-- `//` rounds toward zero and `%%` has the sign of the dividend.
-- rules: NUM-QUOT
-- ==
-- input { 7i32 -2i32 }
-- output { -3i32 1i32 }
-- input { -7i32 2i32 }
-- output { -3i32 -1i32 }

def main (x: i32) (y: i32) = (x // y, x %% y)
