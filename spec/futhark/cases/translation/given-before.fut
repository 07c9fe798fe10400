-- A function that has its first argument in its record is not the one that takes it.
-- rules: FUT-DF-LIFT, FUT-DF-SOAC
-- ==
-- input { [1, 2, 3] }
-- output { [8, 10, 12] 20 [8, 10, 12] }

def both (f: i32 -> i32) (x: i32) = f x + f (x + 6)

entry main (xs: []i32) =
  let f = \(x: i32) -> x
  in (map (both f) xs, both f 7, map (\x -> both f x) xs)
