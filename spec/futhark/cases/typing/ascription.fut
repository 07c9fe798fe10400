-- An ascription is checked against the type of its expression.
-- rules: FUT-T-ASCR
-- ==
-- input { [1i64,2i64] }
-- output { [1i64, 2i64] 7u16 }

def main (xs: []i64) = ((xs: []i64), (7: u16))
