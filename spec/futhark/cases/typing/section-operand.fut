-- The given operand of a section must fit the operator.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-

def main (xs: []i32) = map (+ true) xs
