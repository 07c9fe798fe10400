-- A loop keeps the sizes that its body keeps.
-- rules: FUT-SZ-LOOP
-- ==
-- input { [1i32,2i32] 3i32 }
-- output { [8i32, 16i32] }

def main [n] (xs: [n]i32) (k: i32): [n]i32 = loop ys = xs for _i < k do map (* 2) ys
