-- Intrinsics whose results are unique by their types share nothing with what they are given: it can be used after an update of the result.
-- rules: FUT-E-REDUCE, FUT-E-REDEMPTY, FUT-E-SCAN, FUT-E-COPY
-- ==
-- entry: reduced
-- input { [[1,2],[3,4]] [0,0] }
-- output { [9,4] [[1,2],[3,4]] [0,0] }
-- input { empty([0][2]i32) [5,6] }
-- output { [9,6] empty([0][2]i32) [5,6] }

-- ==
-- entry: first
-- input { [[1,2],[3,4]] [0,0] }
-- output { [9,0] [[1,2],[3,4]] [0,0] }

-- ==
-- entry: scanned
-- input { [[1,2],[3,4]] [0,0] }
-- output { [[9,2],[3,4]] [[9,0],[0,0]] [[1,2],[3,4]] [0,0] }

-- ==
-- entry: arranged
-- input { [[1,2],[3,4]] [0,0] }
-- output { [[9,2],[3,4]] [[9,0],[0,0]] [[9,2],[3,4],[1,2],[3,4]] [[1,2],[3,4]] [0,0] }

-- ==
-- entry: streamed
-- input { [[1,2],[3,4]] [0,0] }
-- output { [[9,2],[3,4]] [[1,2],[3,4]] [0,0] }

entry reduced [n] (xs: [n][2]i32) (ne: [2]i32) =
  let r = intrinsics.reduce (\_ y -> y) ne xs
  in (r with [0] = 9, xs, ne)
entry first [n] (xs: [n][2]i32) (ne: [2]i32) =
  let r = intrinsics.reduce_comm (\x _ -> x) ne xs
  in (r with [0] = 9, xs, ne)
entry scanned [n] (xs: [n][2]i32) (ne: [2]i32) =
  let r = intrinsics.scan (\_ y -> y) ne xs
  let s = intrinsics.scan (\x _ -> x) ne xs
  in (r with [0, 0] = 9, s with [0, 0] = 9, xs, ne)
entry arranged [n] (xs: [n][2]i32) (ne: [2]i32) =
  let r = intrinsics.filter (\_ -> true) xs
  let s = intrinsics.replicate 2 ne
  let t = intrinsics.concat xs xs
  in (r with [0, 0] = 9, s with [0, 0] = 9, t with [0, 0] = 9, xs, ne)
entry streamed [n] (xs: [n][2]i32) (ne: [2]i32) =
  let r = intrinsics.stream_map (\m (ys: [m][2]i32) -> ys) xs
  in (r with [0, 0] = 9, xs, ne)
