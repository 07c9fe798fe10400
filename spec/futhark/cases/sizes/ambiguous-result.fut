-- A size parameter that only the result of an argument knows is not determined.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-SZ-AMBIG

def width [n] (f: i64 -> [n]bool): i64 = n
def main = width (\i -> replicate i true)
