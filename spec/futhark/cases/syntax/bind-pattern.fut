-- At top level a name is bound, not a pattern.
-- refuses: FUT-X-BIND/name
-- ==
-- error: FUT-X-BIND

def (a, b) = (1i32, 2i32)
def main (x: i32) = x + a
