-- Reducing nothing gives the neutral element.
-- rules: FUT-E-REDEMPTY
-- ==
-- input { empty([0]i32) }
-- output { 0i32 1i32 -2147483648i32 2147483647i32 }

def main (xs: []i32) = (i32.sum xs, i32.product xs, i32.maximum xs, i32.minimum xs)
