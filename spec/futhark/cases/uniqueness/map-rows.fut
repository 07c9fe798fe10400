-- The function given to map may not consume rows.
-- refuses: FUT-U-HOPAR/parameter
-- ==
-- error: FUT-

def main (a: *[][]i32) = map (\(row: *[]i32) -> row with [0] = 0) a
