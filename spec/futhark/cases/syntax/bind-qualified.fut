-- A new operator has no module in front.
-- refuses: FUT-X-BIND/unqualified
-- ==
-- error: FUT-X-BIND

def (m.+) (x: i32) (y: i32) = x
def main (x: i32) = x
