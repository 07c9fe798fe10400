-- A plain type parameter does not stand for a function type.
-- refuses: FUT-T-INST/functions
-- ==
-- error: FUT-T-INST

def keep 'a (x: a): a = x
def main (x: i32) = (keep (\y -> y + x)) 1i32
