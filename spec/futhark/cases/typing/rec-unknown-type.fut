-- Selecting a field needs the record's type to be known.
-- refuses: FUT-T-REC/known
-- ==
-- error: FUT-T-REC

def left r = r.left
def main (x: i32) = left {left = x, right = x}
