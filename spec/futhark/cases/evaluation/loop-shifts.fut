-- The parts of a loop's state are all those of the round before: what one becomes does not change what another is made of.
-- rules: FUT-E-LOOPN
-- ==
-- entry: shifts
-- input { [10, 20, 30] 0i64 } output { 1 2 3 }
-- input { [10, 20, 30] 1i64 } output { 10 1 2 }
-- input { [10, 20, 30] 3i64 } output { 30 20 10 }

-- ==
-- entry: summed
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 } output { 5 }
-- input { [[1, 2, 3], [4, 5, 6]] 2i64 } error: FUT-E-INDEX
-- input { [[1, 2, 3], [4, 5, 6]] -1i64 } error: FUT-E-INDEX

entry shifts (xs: []i32) (n: i64): (i32, i32, i32) = loop (a, b, c) = (1, 2, 3) for i < n do (xs[i], a, b)

-- A row ends where it ends, also where the next one begins there.
entry summed (m: [][]i32) (k: i64): i32 = loop s = 0 for i < 2 do s + m[0, i + k]
