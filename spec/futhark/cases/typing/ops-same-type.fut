-- Both operands of an arithmetic operator have one numeric type.
-- rules: FUT-T-OPS
-- ==
-- input { 7i16 2i16 }
-- output { 9i16 3i16 1i16 true 28i16 }

def main (a: i16) (b: i16) = (a + b, a / b, a % b, a > b, a << b)
