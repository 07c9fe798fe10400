-- A size parameter of an entry point is the size of an array by itself.
-- refuses: FUT-T-ENTRY/constructive
-- ==
-- error: FUT-T-ENTRY

entry f [n] (xs: [n * 2]i32) = length xs
