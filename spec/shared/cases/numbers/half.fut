-- Half-precision numbers round after each operation.
-- rules: NUM-FLOAT
-- ==
-- input { 2048f16 }
-- output { 2048f16 f16.inf 0.5f16 }

def main (x: f16) = (x + 1, x * x, 1 / 2f16)
