-- An integer literal takes any numeric type that its context asks for.
-- rules: FUT-T-LIT
-- ==
-- input { 1.5 }
-- output { 3.5 8u8 }

def main (x: f64) = (x + 2, 3 + 5u8)
