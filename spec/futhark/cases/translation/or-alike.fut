-- Functions that are written alike are different functions where they stand in different places and capture other functions.
-- slip: FUT-Z-28. Compared as they are written, with records of one type, both branches give `\z -> g z`, and one of the two is called in both cases.
-- rules: FUT-DF-J-LAM, FUT-DF-IF-OR, FUT-DF-APP-OR
-- switch: function-branches
-- ==
-- input { true 5 }
-- output { 6 }
-- input { false 5 }
-- output { 10 }

entry main (b: bool) (x: i32) =
  let f = if b then (let g = \(y: i32) -> y + 1 in \(z: i32) -> g z)
               else (let g = \(y: i32) -> y * 2 in \(z: i32) -> g z)
  in f x
