-- A function that is a part of what an entry point gives takes no arguments from outside.
-- refuses: FUT-T-ENTRY/higher
-- ==
-- error: FUT-T-ENTRY

entry main (x: i32) = (\(y: i32) -> x + y, x)
