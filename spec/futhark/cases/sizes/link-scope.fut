-- An inferred size cannot mention a name that is bound further in.
-- refuses: FUT-SZ-LINK/scope
-- ==
-- error: FUT-

def main (ns: []i64) = map (\n -> iota n) ns
