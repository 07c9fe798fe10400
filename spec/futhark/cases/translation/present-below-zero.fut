-- An argument that is there may have rows of a size below zero, if it has none of them: its type is that of what is absent beside it.
-- rules: FUT-PA-SUM, FUT-E-SIZEPAR
-- ==
-- entry: beside mapped branches rounds joined updated within_one several deep in_record of_sums
-- input { 3i64 }
-- output { 3i64 }
-- input { 0i64 }
-- output { 0i64 }
-- input { -3i64 }
-- output { -3i64 }

-- ==
-- entry: equal
-- input { 3i64 }
-- output { true false }
-- input { -3i64 }
-- output { true false }

-- ==
-- entry: turned
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- error: FUT-E-REARR

type rows [n] [m] = #y ([n][m]i64) | #w
type two [n] [m] = #x ([m]i64) | #y ([n][m]i64)

def width [n] [m] 'a (_: [n][m]a) = m
def rows_of [n] [m] (y: rows [n] [m]) = match y case #y v -> width v case #w -> m

entry beside (k: i64) =
  let a: [2](rows [0] [k]) = [#y [], #w]
  in rows_of a[0] + rows_of a[1] - k

entry mapped (k: i64) =
  let a = map (\i -> if i == 0 then #y ([] : [0][k]i64) else #w : rows [0] [k]) (iota 2)
  let g [n] [m] (_: [n](rows [0] [m])) = m
  in rows_of a[0] + g a - k

entry branches (k: i64) =
  let a: two [0] [k] = if k < 0 then #y (map (\_ -> replicate k 0) (iota 0)) else #x (iota k)
  let f [n] [m] (_: two [n] [m]) = m
  in match a
     case #y v -> width v
     case #x _ -> f a

entry rounds (k: i64) =
  rows_of (loop a: rows [0] [k] = #w for i < 2 do if i == 0 then #y [] else a)

entry joined (k: i64) =
  let a: [1](rows [0] [k]) = [#y []]
  let b: [1](rows [0] [k]) = [#w]
  let c = b ++ a
  in rows_of c[1]

entry updated (k: i64) =
  let a: [2](rows [0] [k]) = replicate 2 #w
  let a = a with [0] = #y []
  in rows_of a[0] + rows_of a[1] - k

-- The rows are in the only constructor of a sum.
entry within_one (k: i64) =
  let a: [2](#o (#c ([0][k]i64) i64) | #p) = [#o (#c [] 1), #p]
  in match a[0]
     case #o (#c v i) -> width v * i
     case #p -> 1

-- Several arguments, one of which has rows.
entry several (k: i64) =
  let x: #a ([0][k]i64) ([k]i64) | #b ([0][k]i64) = #b []
  let f [p] (y: #a ([0][p]i64) ([p]i64) | #b ([0][p]i64)) = match y case #b v -> p + length v case #a _ _ -> 1
  in f x

-- The size stands behind a dimension that is 0, but not the outermost one.
entry deep (k: i64) =
  let a: [2](#y ([2][0][k]i64) | #w) = [#y (replicate 2 []), #w]
  let f [n] [m] (y: #y ([2][n][m]i64) | #w) = match y case #y v -> width v[0] case #w -> m
  in if (match a[0] case #y v -> length v case #w -> 1) == 2 then f a[0] + f a[1] - k else 1

entry in_record (k: i64) =
  let a: [2](#y ([0]{a: [k]i64, b: i64}) | #w) = [#w, #y []]
  let f [n] [m] (y: #y ([n]{a: [m]i64, b: i64}) | #w) = match y case #y v -> width (map (.a) v) case #w -> m
  in f a[1] + f a[0] - k

-- The elements are sums that show their sizes themselves.
entry of_sums (k: i64) =
  let a: [2](#y ([2](rows [0] [k])) | #w) = [#y [#w, #y []], #w]
  let f [m] (y: #y ([2](rows [0] [m])) | #w) = match y case #y v -> rows_of v[1] case #w -> m
  in f a[0] + f a[1] - k

entry equal (k: i64) =
  let a: rows [0] [k] = #y []
  let b: rows [0] [k] = #y (map (\_ -> replicate k 0) (iota 0))
  in (a == b, a == #w)

entry turned (k: i64) =
  let a: [2](rows [0] [k]) = [#y [], #w]
  in match a[0]
     case #y v -> length (transpose v)
     case #w -> 1
