-- A starred result may be a consumed parameter.
-- rules: FUT-U-RETURN
-- ==
-- input { [5i32] }
-- output { [0i32] }

def own (a: *[]i32): *[]i32 = a
def main (a: *[]i32) = own a with [0] = 0
