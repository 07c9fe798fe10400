-- An ascription claims nothing that is not known: only a coercion is looked at when the program runs.
-- slip: FUT-Z-40. The language's documents say that the sizes of an ascription are tested at run time; then this would be accepted, and fail for arrays of other sizes only.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main [k] (n: i64) (xs: [k]i32) = (xs : [n]i32)
