-- A declared type parameter is not one of the known types.
-- refuses: FUT-T-OPS/operands
-- ==
-- error: FUT-T-

def inc 'a (x: a): a = x + 1
def main (x: i32) = inc x
