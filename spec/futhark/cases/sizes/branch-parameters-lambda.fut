-- A lambda that gives either of its parameters gives an array of unknown size, which is no element of a reduction.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-

def main (rows: [][3]i32) = reduce (\(a: []i32) (b: []i32) -> if a[0] > b[0] then a else b) [0, 0, 0] rows
