-- A negative exponent of an integer power is an error.
-- ==
-- input { 2i32 -1i32 }
-- error: FUT-E-

def main (x: i32) (y: i32) = x ** y
