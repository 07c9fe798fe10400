-- A function whose result has a size that its argument shows may be passed where the size of the result is hidden.
-- rules: FUT-SZ-INST, FUT-SZ-EXRES
-- ==
-- entry: known
-- input { [1i32, 2i32] }
-- output { [2i32, 3i32] }

-- ==
-- entry: lambda
-- input { [1i32, 2i32] }
-- output { [2i32, 3i32] }

-- ==
-- entry: hidden
-- input { [1i32, 2i32] }
-- output { [2i32] }

-- ==
-- entry: chosen
-- input { false [1i32, 2i32] }
-- output { [1i32, 2i32] }
-- input { true [1i32, 2i32] }
-- output { [1i32, 2i32, 7i32] }

def app (f: []i32 -> []i32) (xs: []i32) = f xs
def when (c: bool) (f: []i32 -> []i32) (xs: []i32) = if c then f xs else xs

entry known (xs: []i32) = app (map (+ 1)) xs
entry lambda (xs: []i32) = app (\x -> map (+ 1) x) xs
entry hidden (xs: []i32) = app (filter (> 1)) xs
entry chosen (c: bool) (xs: []i32) = when c (++ [7]) xs
