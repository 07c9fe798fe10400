-- A copy is one of all components: to write into it leaves what was copied as it was.
-- rules: FUT-E-ZIP
-- ==
-- input { [1, 2] [3, 4] }
-- output { [1, 2] [3, 4] [9, 2] [8, 4] }

entry main [n] (xs: [n]i32) (ys: [n]i32) =
  let a = zip xs ys
  let b = copy a with [0] = (9, 8)
  in (map (.0) a, map (.1) a, map (.0) b, map (.1) b)
