-- Unsigned numbers are compared as such.
-- rules: NUM-ORDER
-- ==
-- input { 200u8 100u8 }
-- output { true false 200u8 }

def main (x: u8) (y: u8) = (x > y, x < y, u8.max x y)
