-- An abbreviation takes as many arguments as it has parameters.
-- refuses: FUT-T-TYPE/arity
-- ==
-- error: FUT-T-TYPE

type pair 'a 'b = (a, b)
def f (p: pair i32) = 1i32
def main (x: i32) = x
