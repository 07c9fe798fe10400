-- Of two operands that fail the one that is evaluated first says its rule: a function that is computed comes after the arrays that it is mapped over, an index before what is put there.
-- rules: FUT-E-ORDER, FUT-DF-SOAC
-- ==
-- entry: out_of_block
-- input { 2i64 [5i64] 0i64 }
-- output { [5i64] }
-- input { 0i64 [5i64] 0i64 }
-- error: NUM-DIV
-- input { 0i64 [5i64] 9i64 }
-- error: FUT-E-INDEX

-- ==
-- entry: in_part
-- input { 0i64 [5i64] 0i64 }
-- error: NUM-DIV
-- input { 0i64 [5i64] 9i64 }
-- error: FUT-E-INDEX

-- ==
-- entry: operator
-- input { 0i64 [5i64] 0i64 }
-- error: NUM-DIV
-- input { 0i64 [5i64] 9i64 }
-- error: FUT-E-INDEX

-- ==
-- entry: put
-- input { 2i64 [5i64] 0i64 }
-- output { [5i64] }
-- input { 2i64 [5i64] 9i64 }
-- error: FUT-E-INDEX
-- input { 0i64 [5i64] 9i64 }
-- error: NUM-DIV

entry out_of_block (z: i64) (xs: []i64) (i: i64) =
  intrinsics.map (let k = 1 / z in \y -> y + k) [xs[i]]

entry in_part (z: i64) (xs: []i64) (i: i64) =
  intrinsics.map ((\(k: i64) (y: i64) -> y + k) (1 / z)) [xs[i]]

entry operator (z: i64) (xs: []i64) (i: i64) =
  intrinsics.reduce (let k = 1 / z in \a b -> a + b + k) 0 [xs[i]]

entry put (z: i64) (xs: []i64) (i: i64) = copy xs with [1 / z] = xs[i]
