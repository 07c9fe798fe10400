-- A size is an expression of type i64.
-- rules: FUT-T-SIZE
-- ==
-- input { 2i64 [1i32,2i32,3i32] }
-- output { [1i32, 2i32, 3i32] }

def f (n: i64) (xs: [n + 1]i32): [n + 1]i32 = xs
def main (n: i64) (xs: []i32) = f n (xs :> [n + 1]i32)
