-- A starred result may not alias a parameter that is not consumed.
-- refuses: FUT-U-RETURN/consumable
-- ==
-- error: FUT-U-RETURN

def same (a: []i32): *[]i32 = a
def main (a: []i32) = same a
