-- An index has a sign.
-- slip: FUT-Z-34. The language's documents say that an index is of any unsigned type; the compiler refuses `u8`, as here.
-- refuses: FUT-T-INDEX/signed
-- ==
-- error: FUT-T-INDEX

def main (xs: []i32) (i: u8) = xs[i]
