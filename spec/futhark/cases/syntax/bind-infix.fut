-- An operator may be defined infix.
-- rules: FUT-X-BIND
-- ==
-- input { 2i32 }
-- output { 7i32 }

def (x: i32) |+| (y: i32) = x * 3 + y
def main (x: i32) = x |+| 1
