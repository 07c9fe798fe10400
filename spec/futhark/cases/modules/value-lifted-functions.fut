-- A polymorphic function over types that may hide sizes does not implement one that takes functions.
-- refuses: FUT-M-VAL/general
-- ==
-- error: FUT-M-VAL

module m : { val f : (i32 -> i32) -> i32 } = { def f '~a (_: a) = 1i32 }
def main (x: i32) = m.f (\y -> y + x)
