-- What unzip gives is new: to write into it leaves the array as it was.
-- rules: FUT-E-ZIP
-- ==
-- input { [1, 2] [3, 4] }
-- output { [9, 2] [3, 4] [1, 2] }

entry main [n] (xs: [n]i32) (ys: [n]i32) =
  let both = zip xs ys
  let (a, b) = unzip both
  let a[0] = 9
  in (a, b, map (.0) both)
