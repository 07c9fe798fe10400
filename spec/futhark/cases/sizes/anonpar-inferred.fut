-- An anonymous size of a parameter may turn out to be another parameter's.
-- rules: FUT-SZ-PARAM, FUT-SZ-INST
-- ==
-- input { [1i32,2i32] [5i32,5i32] }
-- output { [6i32, 7i32] }

def plus (a: []i32) (b: []i32) = map2 (+) a b
def main [n] (a: [n]i32) (b: [n]i32) = plus a b
