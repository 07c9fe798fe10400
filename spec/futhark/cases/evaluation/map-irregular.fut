-- All results of a map have one shape.
-- refuses: FUT-E-COERCE/size
-- ==
-- input { [1i64,2i64] }
-- error: FUT-E-|FUT-E-

def grow (k: i64) : []i64 = iota k
def main (ks: []i64) = map (\k -> grow k :> [2]i64) ks
