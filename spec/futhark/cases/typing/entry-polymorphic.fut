-- An entry point has no type parameters.
-- refuses: FUT-T-ENTRY
-- ==
-- error: FUT-T-

entry same 'a (x: a) = x
