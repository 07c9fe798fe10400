-- A copy for each type that a function is used at: sizes are no part of it, and are arguments.
-- rules: FUT-MO-INST, FUT-MO-REACH
-- ==
-- input { [1, 2, 3] 2i64 }
-- output { [[1], [2], [3]] [[true, true]] 3i64 2i64 }

def single 'a (x: a): [1]a = [x]

def unused (x: i32) = single x

entry main [n] (xs: [n]i32) (k: i64) =
  let rows = map single xs
  let flags = single (replicate k true)
  in (rows, flags, length rows, length flags[0])
