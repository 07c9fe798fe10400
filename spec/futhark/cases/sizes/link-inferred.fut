-- A size that is not written down is inferred.
-- rules: FUT-SZ-LINK
-- ==
-- input { [1i32,2i32] [3i32,4i32] }
-- output { 11i32 }

def dot [n] (a: [n]i32) (b: [n]i32) = i32.sum (map2 (*) a b)
def lifted a b = dot a b
def main [n] (a: [n]i32) (b: [n]i32) = lifted a b
