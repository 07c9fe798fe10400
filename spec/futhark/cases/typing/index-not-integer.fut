-- An index is an integer.
-- refuses: FUT-T-INDEX/signed
-- ==
-- error: FUT-T-INDEX

def main (xs: []i32) = xs[1.0f32]
