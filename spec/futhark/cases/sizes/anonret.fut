-- The size of an anonymous result is the body's where that is known.
-- slip: FUT-Z-31. The documents read as if `[]` hid the size of a result always: then `main` would be refused.
-- rules: FUT-SZ-ANONRET
-- ==
-- input { 2i64 }
-- output { [0i64, 2i64, 4i64, 6i64] }

def evens (n: i64): []i64 = map (* 2) (iota (n * 2))
def main (n: i64): [n * 2]i64 = evens n
