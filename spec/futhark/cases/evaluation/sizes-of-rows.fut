-- What a function gives shows its sizes, also one that may have no value: if it has none, the function fails where it computes it.  Only of no elements
-- the size is computed from the type.
-- rules: FUT-E-SHAPEOF
-- refuses: NUM-DIV/zero
-- ==
-- entry: main given
-- input { 4i64 2i64 [1, 2] }
-- output { [[1, 1], [2, 2]] }
-- input { 4i64 0i64 [1, 2] }
-- error: division by zero
-- input { 4i64 2i64 empty([0]i32) }
-- output { empty([0][2]i32) }
-- input { 4i64 0i64 empty([0]i32) }
-- error: division by zero

-- ==
-- entry: later
-- input { 4i64 0i64 [1, 0] }
-- error: out of bounds
-- input { 4i64 0i64 [0, 0] }
-- error: division by zero

def repeated (n: i64) (k: i64) (x: i32) : [n / k]i32 = replicate (n / k) x

entry main (n: i64) (k: i64) (xs: []i32) = map (\x -> repeated n k x) xs
entry given (n: i64) (k: i64) (xs: []i32) = map (repeated n k) xs

-- What fails before the function does fails first.
entry later (n: i64) (k: i64) (xs: []i32) = map (\i -> repeated n k xs[2 * i64.i32 i]) xs
