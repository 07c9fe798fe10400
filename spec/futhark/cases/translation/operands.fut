-- The functions of combinators: written there, bound elsewhere, operators, functions of several arguments that have some.
-- slip: FUT-DF-SOAC. The slides' rule for map is for functions that are written in it; others have none.
-- rules: FUT-DF-MAP, FUT-DF-SOAC
-- ==
-- input { [1, 2, 3] }
-- output { [11, 12, 13] [21, 31, 41] 6 [4, 7, 10] }

def poly (a: i32) (b: i32) (x: i32) = a * x + b

def keyed (k: i32) = (k, \(x: i32) -> x * k + 11)

entry main (xs: []i32) =
  let (k, f) = keyed 10
  in (intrinsics.map (\x -> x + k) xs, map f xs, reduce (+) 0 xs, map (poly 3 1) xs)
