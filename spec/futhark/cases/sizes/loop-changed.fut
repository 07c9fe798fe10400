-- A size that the body changes is unknown after the loop.
-- rules: FUT-SZ-LOOP
-- ==
-- input { 3i64 }
-- output { [0i64, 0i64, 1i64, 2i64] }

def main (k: i64) = loop ys = [0] for i < k do ys ++ [i]
