-- A size binds no names.  The reference allows "any expression of type i64 that does not consume any free variables", its error index says
-- that a binding in a size is invalid, and Futhark refuses it in type abbreviations but not here.  We follow the index everywhere.
-- refuses: FUT-T-SIZE/binding
-- ==
-- error: FUT-T-SIZE

def f (n: i64) (xs: [let m = n in m]i32) = xs
def main (xs: []i32) = xs
