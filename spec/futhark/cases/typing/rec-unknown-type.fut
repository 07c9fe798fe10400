-- Selecting a field needs the record's type to be known.
-- refuses: FUT-T-REC
-- ==
-- error: FUT-T-

def left r = r.left
def main (x: i32) = left {left = x, right = x}
