-- An empty array at a type parameter keeps the sizes of the type: each use has its own, though both are uses of one copy.
-- rules: FUT-MO-INST
-- ==
-- input { 2i64 3i64 }
-- output { 2i64 3i64 0i64 }

def none 'a (_: a): [0]a = []

entry main (n: i64) (m: i64) =
  let xs = none (replicate n 1i32)
  let ys = none (replicate m 1i32)
  in (length (transpose xs), length (transpose ys), length xs)
