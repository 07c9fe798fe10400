-- Intrinsics that Core does not have are written out.
-- rules: FUT-CO-OP
-- ==
-- entry: main
-- input { [3i64, 1i64, 4i64, 1i64, 5i64] }
-- output { [3i64, 1i64, 1i64, 5i64, 4i64] [4i64, 1i64] true false }

-- ==
-- entry: flat
-- input { [2i64, 0i64, 3i64] }
-- output { [2i64, 0i64, 3i64] [true, false, true, false, false] [0i64, 2i64, 2i64] [0i64, 1i64, 0i64, 1i64, 2i64] [4i64, 0i64, 6i64] }

entry main (xs: []i64) =
  let (ys, counts) = intrinsics.partition 2 (\x -> if x % 2 == 1 then 0 else 1) xs
  in (ys, counts, xs == copy xs, xs == map (+ 1) xs)

entry flat (ns: []i64) =
  intrinsics.flatmap (\n -> (filter (>= 0) (iota n), n * 2)) ns
