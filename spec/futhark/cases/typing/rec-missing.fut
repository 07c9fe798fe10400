-- A record has only the fields of its type.
-- refuses: FUT-T-REC
-- ==
-- error: FUT-T-

def main (x: i32) = {a = x, b = x}.c
