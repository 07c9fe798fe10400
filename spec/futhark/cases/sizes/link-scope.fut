-- An inferred size cannot mention a name that is bound further in.
-- refuses: FUT-SZ-LINK
-- ==
-- error: FUT-

def main (ns: []i64) = map (\n -> iota n) ns
