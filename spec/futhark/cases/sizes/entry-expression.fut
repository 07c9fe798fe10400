-- An entry point's size expressions must be found in its arguments.
-- refuses: FUT-SZ-ENTRY
-- ==
-- error: FUT-

entry main [n] (xs: [n * 2]i32) = length xs
