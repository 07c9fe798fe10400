-- Fuel pays for elements that are copied, too, however few the iterations are.
-- rules: FUT-E-LIMIT
-- refuses: FUT-E-LIMIT/fuel
-- limits: fuel=1000
-- ==
-- input { 10i64 }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64] }
-- input { 10000i64 }
-- error: FUT-E-LIMIT

def main (n: i64) = loop xs = iota n for _i < 100i64 do copy xs
