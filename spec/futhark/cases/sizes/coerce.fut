-- A coercion gives an array the sizes that the program knows better.
-- rules: FUT-SZ-COERCE, FUT-E-COERCE
-- ==
-- input { [1i32,2i32] [3i32,4i32] }
-- output { 11i32 }
-- input { [1i32,2i32] [3i32] }
-- error: FUT-E-COERCE

def dot [n] (a: [n]i32) (b: [n]i32) = i32.sum (map2 (*) a b)
def main [n] (a: [n]i32) (b: []i32) = dot a (b :> [n]i32)
