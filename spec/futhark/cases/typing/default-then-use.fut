-- A definition is finished before the next begins, so a use cannot change a default.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-

def twice v = v + v
def main (x: i8) = twice x
