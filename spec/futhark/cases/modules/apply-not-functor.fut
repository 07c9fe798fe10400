-- Only a functor is applied.
-- refuses: FUT-M-APPLY/parametric
-- ==
-- error: FUT-M-

module a = { def x = 1i32 }
module b = a { def y = 2i32 }
def main (x: i32) = x
