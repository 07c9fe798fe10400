-- Operators in parentheses are functions.
-- rules: FUT-X-SECTION
-- ==
-- input { 3i32 }
-- output { 5i32 -1i32 -3i32 3i32 }

def main (x: i32) = ((+) x 2, (2 -) x, (- x), (.0) (x, 1i32))
