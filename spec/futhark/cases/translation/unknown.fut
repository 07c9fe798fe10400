-- A size that the use does not know is read off the value that shows it.
-- rules: FUT-MO-INST
-- ==
-- input { [1, -2, 3] }
-- output { [2, 4] 2i64 }

entry main (xs: []i32) =
  let ys = xs |> filter (> 0)
  let zs = map (+ 1) ys
  in (zs, length zs)
