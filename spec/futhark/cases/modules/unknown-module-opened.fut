-- What is opened must be a module in scope.
-- refuses: FUT-M-NAMES/module
-- ==
-- error: FUT-M-NAMES

open geometry
def main (x: i32) = x
