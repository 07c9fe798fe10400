-- An adjoint has the size of the result.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-EQ

def main [n][m] (xs: [n]f64) (ws: [m]f64) = vjp (map (* 2)) xs ws
