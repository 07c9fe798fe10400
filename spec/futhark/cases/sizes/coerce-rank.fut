-- A coercion changes sizes only, not rank or element type.
-- refuses: FUT-SZ-COERCE
-- ==
-- error: FUT-

def main [n] (a: [n]i32) = a :> [n][1]i32
