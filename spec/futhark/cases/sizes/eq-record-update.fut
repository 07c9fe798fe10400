-- A size that is a field of an updated record is the same as another one that is written so, and differs from one that updates another field.
-- rules: FUT-SZ-EQ
-- ==
-- input { 2i64 }
-- output { [3i32, 3i32] }

def main (n: i64) =
  let r = {a = 0i64, b = 1i64}
  in map2 (+) (replicate (r with a = n).a 1i32) (replicate (r with a = n).a 2i32)
