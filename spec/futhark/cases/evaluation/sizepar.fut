-- A size parameter has the value that the argument's shape gives it.
-- rules: FUT-E-SIZEPAR
-- ==
-- input { [[1i32],[2i32],[3i32]] }
-- output { 4i64 }
-- input { empty([0][5]i32) }
-- output { 5i64 }

def dims [n] [m] (_: [n][m]i32) = n + m
def main (xs: [][]i32) = dims xs
