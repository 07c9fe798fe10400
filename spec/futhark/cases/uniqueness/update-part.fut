-- The parts of a parameter are apart: a part may be updated with another one.
-- rules: FUT-U-UPDATE
-- ==
-- input { [1, 2, 3] [4, 5, 6] } output { [4, 5, 3] }

def put (r: *([3]i32, [3]i32)): [3]i32 = r.0 with [0:2] = r.1[0:2]
def main (a: *[3]i32) (b: *[3]i32): [3]i32 = put (a, b)
