-- Application binds tighter than operators, and indexing tighter than application.
-- rules: FUT-X-INDEX
-- ==
-- input { [3i32,4i32] }
-- output { 7i32 5i32 }

def inc (x: i32) = x + 1
def main (xs: []i32) = (inc xs[0] + 3, inc xs[1])
