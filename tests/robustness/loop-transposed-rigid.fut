-- The same with sizes that are not open.
-- ==
-- error: FUT-SZ-

def main [n] [m] (c: [n][m]i32) = loop b = c for j < 9i64 do (if n < 9 then transpose b else c)
