-- Sizes of two type parameters are not taken for each other.
-- rules: FUT-MO-INST
-- ==
-- input { 2i64 3i64 }
-- output { 2i64 3i64 }

def nothings 'a 'b (_: a) (_: b): ([0]a, [0]b) = ([], [])

entry main (n: i64) (m: i64) =
  let (xs, ys) = nothings (replicate n 1i32) (replicate m 2i32)
  in (length (transpose xs), length (transpose ys))
