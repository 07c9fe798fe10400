-- A size parameter is a value of type i64 and is read off the argument.
-- rules: FUT-SZ-PARAM, FUT-SZ-AMBIG
-- ==
-- input { [[1i32,2i32,3i32],[4i32,5i32,6i32]] }
-- output { 2i64 3i64 }

def shape [n] [m] (_: [n][m]i32) = (n, m)
def main (xs: [][]i32) = shape xs
