-- A star may stand on a type parameter.
-- rules: FUT-U-POLY
-- ==
-- input { [5i32] }
-- output { [1i32] }

def own 'a (x: *a): *a = x
def main (a: *[]i32) = own a with [0] = 1
