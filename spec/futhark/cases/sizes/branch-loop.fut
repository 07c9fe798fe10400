-- A branch in a loop's body does not make the size with which it begins that of something else.
-- rules: FUT-SZ-BRANCH, FUT-SZ-LOOP
-- ==
-- entry: other
-- input { 1i64 [1i32, 2i32] [5i32] }
-- output { [1i32, 2i32] }
-- input { 2i64 [1i32, 2i32] [5i32] }
-- output { [5i32] }

-- ==
-- entry: exchanged
-- input { 3i64 [1i32, 2i32] [5i32] }
-- output { [5i32] [1i32, 2i32] }

-- ==
-- entry: computed
-- input { 2i64 [1i32, 2i32, 3i32] }
-- output { [0i32, 1i32] }

-- ==
-- entry: kept
-- input { 2i64 [1i32, 2i32, 3i32] }
-- output { [4i32, 6i32, 8i32] }

entry other (k: i64) (a: []i32) (b: []i32) = loop c = a for i < k do if i == 1 then b else c
entry exchanged (k: i64) (a: []i32) (b: []i32) = loop (c, d) = (a, b) for i < k do if i < 5 then (d, c) else (c, d)
entry computed (k: i64) (a: []i32) = loop c = a for i < k do if i == 1 then map i32.i64 (iota k) else c

-- A body that keeps the size still does.
entry kept (k: i64) (a: []i32) =
  let c = loop c = a for i < k do if i == 0 then map (+ 1) a else map2 (+) c (map (const 1) c)
  in map2 (+) c a
