-- The starred parts of a result may not alias each other.
-- refuses: FUT-U-RETURN/distinct
-- ==
-- error: FUT-U-RETURN

def twin (a: *[]i32): (*[]i32, *[]i32) = (a, a)
def main (a: *[]i32) = twin a
