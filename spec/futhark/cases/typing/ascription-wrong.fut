-- An ascription does not convert.
-- refuses: FUT-T-ASCR/type
-- ==
-- error: FUT-T-ASCR

def main (x: i32) = (x: i64)
