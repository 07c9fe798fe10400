-- A parameter pattern must fit every value.
-- refuses: FUT-T-IRREF
-- ==
-- error: FUT-T-

def lone (#only x: #only i32 | #none) = x
def main (x: i32) = lone (#only x)
