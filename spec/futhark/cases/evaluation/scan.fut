-- `scan` gives every prefix's reduction, its own element included.
-- rules: FUT-E-SCAN
-- ==
-- input { [3i32,1i32,4i32,1i32] }
-- output { [3i32, 4i32, 8i32, 9i32] [3i32, 3i32, 4i32, 4i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }

def main (xs: []i32) = (scan (+) 0 xs, scan i32.max i32.lowest xs)
