-- An ascription restates sizes.
-- rules: FUT-SZ-ASCR
-- ==
-- input { [1i32,2i32] }
-- output { [1i32, 2i32] }

def main [n] (xs: [n]i32) = (xs: [n]i32)
