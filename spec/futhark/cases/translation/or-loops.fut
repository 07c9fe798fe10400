-- Loops that carry functions: one for each round, and one that captured an array of another size than before.
-- slip: FUT-DF-OR-LOOP. The notes refuse functions that loops carry, since what they capture may grow; here it is seen that it does not.
-- rules: FUT-DF-OR-LOOP
-- switch: function-branches
-- ==
-- entry: rounds
-- input { 3 10 }
-- output { 20 }
-- input { 4 10 }
-- output { 11 }

-- ==
-- entry: sizes
-- input { 0i64 }
-- output { 0i64 }
-- input { 3i64 }
-- output { 3i64 }

entry rounds (n: i32) (x: i32) =
  let f = loop f = \(y: i32) -> y for i < n do if i % 2 == 0 then (* 2) else (+ 1)
  in f x

entry sizes (n: i64) =
  let f = loop f = (let none: []i64 = [] in \() -> length none)
          for i < n do (let xs = iota (i + 1) in \() -> length xs)
  in f ()
