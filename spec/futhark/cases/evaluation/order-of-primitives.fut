-- Arguments of a primitive function are evaluated from the last to the first, as those of any function; operands from the first on.
-- rules: FUT-E-ORDER
-- refuses: FUT-E-ASSERT/holds, FUT-E-INDEX/bounds
-- ==
-- entry: larger
-- input { empty([0]i64) 3i64 } error: FUT-E-ASSERT

-- ==
-- entry: between
-- input { empty([0]i64) 3i64 } error: FUT-E-ASSERT
-- input { empty([0]i64) 7i64 } error: FUT-E-INDEX
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 2i64] 7i64 } output { 2f32 }

-- ==
-- entry: equal
-- input { empty([0]i64) 3i64 } error: FUT-E-ASSERT

-- ==
-- entry: sum
-- input { empty([0]i64) 3i64 } error: FUT-E-INDEX

entry larger [n] (xs: [n]i64) (k: i64) = i64.max xs[k] (assert (k == 7) k)
entry between [n] (xs: [n]i64) (k: i64) = f32.lerp (f32.i64 xs[k]) 4 (assert (k == 7) 0)
entry equal [n] (xs: [n]i64) (k: i64) = (==) xs[k] (assert (k == 7) k)
entry sum [n] (xs: [n]i64) (k: i64) = xs[k] + assert (k == 7) k
