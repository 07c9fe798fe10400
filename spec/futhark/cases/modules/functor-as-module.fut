-- A functor has no names of its own.
-- refuses: FUT-M-NAMES/parametric
-- ==
-- error: FUT-

module f (P: { val k: i32 }) = { def x = P.k }
def main (y: i32) = f.x + y
