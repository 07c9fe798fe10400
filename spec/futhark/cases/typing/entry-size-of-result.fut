-- A size that only the result has cannot be known.
-- refuses: FUT-T-ENTRY/ret
-- ==
-- error: FUT-

entry f [n] (x: i32): [n]i32 = replicate n x
