-- The operands of a function in backticks that takes more than they are, are evaluated from the left; so are those of a composition.
-- rules: FUT-E-ORDER
-- refuses: FUT-E-ASSERT/holds, FUT-E-INDEX/bounds
-- ==
-- entry: partial
-- input { [1i64] 0i64 } error: FUT-E-INDEX

-- ==
-- entry: mapped
-- input { [1i64] 0i64 } error: FUT-E-INDEX

-- ==
-- entry: composed
-- input { [1i64] 0i64 } error: FUT-E-INDEX

-- ==
-- entry: reduced
-- input { [1i64] 0i64 } error: FUT-E-INDEX

-- ==
-- entry: intrinsic
-- input { [1i64] 0i64 } error: FUT-E-INDEX

-- ==
-- entry: last
-- input { [1i64] 0i64 } error: FUT-E-ASSERT

def sum3 (a: i64) (b: i64) (c: i64) = a + b + c

entry partial (xs: []i64) (z: i64) = (xs[9] `sum3` (1 / z)) 3
entry mapped (xs: []i64) (z: i64) = map (xs[9] `sum3` (1 / z)) xs
entry composed (xs: []i64) (z: i64) = ((+ xs[9]) >-> (+ (1 / z))) 3
entry reduced (xs: []i64) (z: i64) = ((let k = xs[9] in \a b -> a + b + k) `reduce` (1 / z)) xs
entry intrinsic (xs: []i64) (z: i64) = (let k = xs[9] in \(y: i64) -> y + k) `intrinsics.map` iota (1 / z)
entry last (xs: []i64) (z: i64) = (xs[9] `sum3` (1 / z)) (assert (z == 7) 3)
