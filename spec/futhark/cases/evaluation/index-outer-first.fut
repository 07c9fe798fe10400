-- In `a[i][j]` the row is selected before `j` is evaluated.
-- refuses: FUT-E-INDEX/bounds
-- ==
-- input { 2i64 0i64 }
-- error: FUT-E-INDEX

entry main (i: i64) (zero: i64) =
  let rows = [[1, 2], [3, 4]]
  in rows[i][1 / zero]
