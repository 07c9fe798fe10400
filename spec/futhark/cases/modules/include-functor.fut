-- The type of a functor is not included.
-- refuses: FUT-M-INCLUDE/parametric
-- ==
-- error: FUT-M-INCLUDE

module type F = (P: { val k: i32 }) -> { val j: i32 }
module type S = { include F }
def main (x: i32) = x
