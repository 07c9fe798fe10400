-- An entry point stands at the top level.
-- refuses: FUT-T-ENTRY/nested
-- ==
-- error: FUT-T-ENTRY

module m = { entry f (x: i32) = x }
def main (x: i32) = x
