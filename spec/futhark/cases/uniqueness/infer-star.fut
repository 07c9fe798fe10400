-- A result that aliases consumed parameters only is the caller's alone.
-- rules: FUT-U-INFER
-- ==
-- input { [5i32,6i32] }
-- output { [2i32, 1i32] }

def put (a: *[]i32) (x: i32) = a with [1] = x
def main (a: *[]i32) = put a 1 with [0] = 2
