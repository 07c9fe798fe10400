-- What stands in an index is evaluated once, also if the index is out of bounds.
-- rules: FUT-E-INDEX
-- refuses: FUT-E-INDEX/bounds
-- ==
-- entry: element field row
-- input { 3i64 }
-- error: out of bounds

entry element (n: i64) =
  let at = replicate 2 n
  in [1, 2, 3][(at with [0] = n + 1)[0]]

entry field (n: i64) =
  let at = replicate 2 n
  let pairs = [(1, true), (2, false)]
  in pairs[(at with [0] = n + 1)[0]].0

entry row (n: i64) =
  let at = replicate 2 n
  let rows = [[1, 2], [3, 4]]
  in rows[0, (at with [0] = n + 1)[0]]
