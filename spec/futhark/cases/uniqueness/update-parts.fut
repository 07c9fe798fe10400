-- A record one part of which is updated must not have another part that may be the same array.
-- refuses: FUT-U-UPDATE/parts
-- ==
-- error: FUT-U-

def main (a: *[]i32) = (a, a) with 0[0] = 1
