-- A parameter pattern must fit every value.
-- refuses: FUT-T-IRREF/total
-- ==
-- error: FUT-T-IRREF

def lone ((#only x): #only i32 | #none) = x
def main (x: i32) = lone (#only x)
