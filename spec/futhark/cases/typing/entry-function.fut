-- An entry point does not take functions.
-- refuses: FUT-T-ENTRY/higher
-- ==
-- error: FUT-T-ENTRY

entry apply (f: i32 -> i32) (x: i32) = f x
