-- An index is an integer.
-- refuses: FUT-T-INDEX
-- ==
-- error: FUT-T-

def main (xs: []i32) = xs[1.0f32]
