-- A loop hands functions on at more places than there are functions in the program, so the join takes more rounds than these are.
-- rules: FUT-DF-OR-LOOP
-- switch: function-branches
-- ==
-- entry: main
-- input { 0i64 }
-- output { -1i64 }
-- input { 7i64 }
-- output { -1i64 }
-- input { 9i64 }
-- output { 1i64 }

entry main (rounds: i64): i64 =
  let none = \() -> -1
  let (f, _, _, _, _, _, _, _) = loop (a, b, c, d, e, f, g, h) = (none, none, none, none, none, none, none, none)
                                 for i < rounds do (b, c, d, e, f, g, h, \() -> i)
  in f ()
