-- Two sizes are equal when they are the same expression.
-- rules: FUT-SZ-EQ
-- ==
-- input { [1i32,2i32] }
-- output { [1i32, 2i32, 0i32, 0i32] }

def pad [n] (xs: [n]i32) (m: i64): [n + m]i32 = xs ++ replicate m 0
def main [n] (xs: [n]i32) = pad xs 2 :> [n + 2]i32
