-- A bracket after a space starts an argument, not an index.
-- rules: FUT-X-INDEX
-- ==
-- input { [5i32,6i32] }
-- output { 11i32 6i32 }

def total (xs: [2]i32) = xs[0] + xs[1]
def main (xs: []i32) = (total [5, 6], xs[1])
