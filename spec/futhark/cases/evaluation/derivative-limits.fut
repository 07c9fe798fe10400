-- A tape that is walked costs fuel: for each place as much as an element that is touched.
-- rules: FUT-E-LIMIT, FUT-E-MJP
-- refuses: FUT-E-LIMIT/fuel
-- translation: FUT-CO-OP
-- limits: fuel=30000
-- ==
-- input { 10i64 } output { 0.0 }
-- input { 1000i64 } error: FUT-E-LIMIT

def power (x: f64) = loop y = x for _i < 5000i64 do y * x

def main (n: i64) = f64.sum (mjp power 0 (replicate n 1))
