-- A functor cannot be opened.
-- refuses: FUT-M-OPEN/parametric
-- ==
-- error: FUT-M-OPEN

module f (P: { val k: i32 }) = { def x = P.k }
open f
def main (y: i32) = y
