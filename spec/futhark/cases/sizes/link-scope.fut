-- An inferred size cannot mention a name that is bound further in.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-

def main (ns: []i64) = map (\n -> iota n) ns
