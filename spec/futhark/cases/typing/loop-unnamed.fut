-- A loop without initial value has names for its parameter.
-- refuses: FUT-T-LOOP/named
-- ==
-- error: FUT-

def main (n: i32) = loop (_, x) for _i < n do (x, x)
