-- A function that captures the one of the round before has no static value.
-- slip: FUT-DF-OR-LOOP. Programs such as this one are why the notes refuse all loops that carry functions.
-- refuses: FUT-DF-OR-LOOP/finite
-- switch: function-branches
-- translation: FUT-DF-OR-LOOP
-- ==
-- input { 3 10 }
-- output { 13 }

entry main (n: i32) (x: i32) =
  let f = loop f = \(y: i32) -> y for _i < n do \y -> f (y + 1)
  in f x
