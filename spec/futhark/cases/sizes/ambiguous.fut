-- A size parameter that no argument determines is an error.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-SZ-

def probe [n] (f: [n]i32 -> i32): i32 = f (replicate n 2)
def main = probe i32.product
