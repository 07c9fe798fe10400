-- A tuning parameter that is not set leaves the expression its value; the attribute means nothing where the type is not i64.
-- rules: FUT-E-ATTR
-- ==
-- input { 3i64 4i32 }
-- output { [0i64,1i64,2i64] 5i32 }

def main (n: i64) (x: i32) = (iota (#[param(size)] n), #[param(other)] (x + 1))
