-- A negative exponent of an integer power is an error.
-- refuses: FUT-N-POW/negative
-- ==
-- input { 2i32 -1i32 }
-- error: FUT-N-

def main (x: i32) (y: i32) = x ** y
