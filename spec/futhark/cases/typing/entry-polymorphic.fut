-- An entry point has no type parameters.
-- refuses: FUT-T-ENTRY/polymorphic
-- ==
-- error: FUT-T-ENTRY

entry same 'a (x: a) = x
