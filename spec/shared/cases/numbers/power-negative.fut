-- A negative exponent of an integer power is an error.
-- refuses: NUM-POW/negative
-- ==
-- input { 2i32 -1i32 }
-- error: NUM-

def main (x: i32) (y: i32) = x ** y
