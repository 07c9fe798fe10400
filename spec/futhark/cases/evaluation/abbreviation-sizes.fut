-- An abbreviation remembers the values of the names in its sizes.
-- rules: FUT-E-CALL
-- ==
-- input { [[1i32,2i32],[3i32,4i32]] }
-- output { 2i64 }

def two = 2i64
type grid [n] = [n][two]i32
def columns [n] [m] (_: [n][m]i32) = m
def main [n] (xs: [n][]i32) = columns ((xs :> grid [n]): grid [n])
