-- A type parameter does not stand for a type whose size each call makes anew.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-

def main (xss: [][]i32) = map (filter (> 0)) xss
