-- A loop may consume its parameter over and over.
-- rules: FUT-U-LOOP
-- ==
-- input { [0i64,0i64,0i64] }
-- output { [0i64, 1i64, 4i64] }

def main [n] (a: *[n]i64) = loop xs = a for i < n do xs with [i] = i * i
