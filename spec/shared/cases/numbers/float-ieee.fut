-- Float arithmetic is that of IEEE 754.
-- rules: NUM-FLOAT, NUM-FORDER
-- ==
-- input { 0f64 }
-- output { f64.inf f64.nan -f64.inf true false }

def main (z: f64) = (1 / z, z / z, -1 / z, z == -z, f64.nan == f64.nan)
