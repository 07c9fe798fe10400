-- One of two functions that have an array already becomes one of three: its arrays keep their size, whichever it is.
-- rules: FUT-DF-APP-OR, FUT-DF-J-LAM
-- switch: function-branches
-- ==
-- entry: main
-- input { false false [7i64, 5i64] }
-- output { 6i64 }
-- input { false true [7i64, 5i64] }
-- output { 7i64 }
-- input { true true [7i64, 5i64] }
-- output { 1i64 }

entry main [n] (b: bool) (c: bool) (_xs: [n]i64) =
  let f = (if b then \h -> h
                else \_ -> (if c then \(ys: [n]i64) (y: i64) -> 7 * ys[y]
                                else \(ys: [n]i64) (y: i64) -> 5 + ys[y]) (iota n)) (\(y: i64) -> y)
  in f 1
