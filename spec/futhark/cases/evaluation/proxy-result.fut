-- A coerced function gives arrays of the size that the coercion claims, or fails when it is applied.
-- rules: FUT-E-PROXY, FUT-E-COERCE
-- refuses: FUT-E-PROXY/result
-- ==
-- input { 4i64 }
-- output { [1i64, 2i64, 3i64, 4i64] }
-- input { 3i64 }
-- error: FUT-E-PROXY

def g (x: i64) : [4]i64 = replicate 4 x
def main (k: i64) = map2 (+) ((g :> (i64 -> [k]i64)) 1) (iota k)
