-- A record has only the fields of its type.
-- refuses: FUT-T-REC/field
-- ==
-- error: FUT-T-REC

def main (x: i32) = {a = x, b = x}.c
