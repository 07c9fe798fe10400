-- A coercion changes sizes only, not rank or element type.
-- refuses: FUT-T-ASCR/coercion
-- ==
-- error: FUT-

def main [n] (a: [n]i32) = a :> [n][1]i32
