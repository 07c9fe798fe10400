-- A record expression may not give one field twice.
-- refuses: FUT-T-REC/distinct
-- ==
-- error: FUT-T-REC

def main (x: i32) = {a = x, a = x + 1}.a
