-- A call with a star in a tuple parameter consumes the whole argument.
-- slip: FUT-Z-32. The star is in one part of the parameter; the compiler, the documents and Elder take the whole argument, though the other part is only read.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-

def put (xs: *[]i32, ys: []i32): []i32 = xs with [0] = ys[0]
def main (a: *[]i32) (b: []i32) = put (a, b)
