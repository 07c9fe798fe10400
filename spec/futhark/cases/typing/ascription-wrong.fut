-- An ascription does not convert.
-- refuses: FUT-T-ASCR
-- ==
-- error: FUT-T-

def main (x: i32) = (x: i64)
