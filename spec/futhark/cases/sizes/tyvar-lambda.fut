-- The result of a function that is mapped has no size that depends on its parameter.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-TYVAR

def main (ns: []i64) = map (\n -> replicate n true) ns
