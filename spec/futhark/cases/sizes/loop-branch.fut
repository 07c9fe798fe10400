-- A branch that gives another size than the loop began with means that the size changes, not that it began otherwise.
-- rules: FUT-SZ-LOOP, FUT-SZ-BRANCH
-- ==
-- entry: changes
-- input { true 3i64 }
-- output { [[1i32, 1i32, 1i32], [1i32, 1i32, 1i32], [1i32, 1i32, 1i32]] }
-- input { false 3i64 }
-- output { [[7i32, 7i32]] }

-- ==
-- entry: keeps
-- input { true 3i64 }
-- output { [8i64, 9i64, 10i64] }

-- ==
-- entry: exchanges
-- input { true }
-- output { [2i32, 2i32] [1i32] }

entry changes (c: bool) (k: i64) =
  loop b = replicate 1 (replicate 2 7i32) for _i < 3 do
    if c then replicate 3 (replicate k 1) else b

entry keeps (c: bool) (k: i64) =
  let b = loop b = replicate k 7 for _i < 3 do if c then replicate k 8 else b
  in map2 (+) b (iota k)

entry exchanges (c: bool) =
  loop (a, b) = (replicate 1 1i32, replicate 2 2i32) for _i < 3 do
    if c then (b, a) else (a, b)
