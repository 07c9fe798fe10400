-- A name that begins with an underscore is not for use.
-- refuses: FUT-T-VAR/underscore
-- ==
-- error: FUT-T-VAR

def main (_x: i32) = _x + 1
