-- Unary minus binds tighter than any binary operator.
-- rules: FUT-X-EXP
-- ==
-- input { 3i32 }
-- output { 9i32 -6i32 -4i32 true }

def main (x: i32) = (-x ** 2, -x * 2, !x, !false)
