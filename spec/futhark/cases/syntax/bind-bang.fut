-- Prefix `!` is not defined anew.
-- refuses: FUT-X-BIND/infix
-- ==
-- error: FUT-X-BIND

def (x: i32) ! (y: i32) = x + y
def main (x: i32) = x
