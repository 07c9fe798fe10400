-- A functor is not implemented by a plain module.
-- refuses: FUT-M-SUB/parametric
-- ==
-- error: FUT-M-

module type S = { module f: (P: { val k: i32 }) -> { val j: i32 } }
module M: S = { module f = { def j = 1i32 } }
def main (x: i32) = x
