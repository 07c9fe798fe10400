-- Initial value, parameter and body of a loop have one type.
-- rules: FUT-T-LOOP
-- ==
-- input { 3i32 }
-- output { 8i32 6i64 }

def main (n: i32) = loop (a, b) = (1, 0i64) for i < n do (a * 2, b + i64.i32 i * 2)
