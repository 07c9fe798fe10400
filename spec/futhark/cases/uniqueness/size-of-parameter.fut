-- A size may be computed from a parameter that is consumed later.
-- rules: FUT-U-SIZE
-- ==
-- input { 1i64 [5i32,6i32] }
-- output { [5i32, 6i32] }

def main (n: i64) (a: *[n + 1]i32): *[n + 1]i32 = a
