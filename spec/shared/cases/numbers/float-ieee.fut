-- Float arithmetic is that of IEEE 754.
-- slip: FUT-Z-37. Compiled code makes 0 of 0 / x for every x, though 0 / 0 is no number.
-- rules: NUM-FLOAT, NUM-FORDER
-- ==
-- input { 0f64 }
-- output { f64.inf f64.nan -f64.inf true false }

def main (z: f64) = (1 / z, z / z, -1 / z, z == -z, f64.nan == f64.nan)
