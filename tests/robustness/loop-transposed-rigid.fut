-- The same with sizes that are not open: a branch may change the size of a loop's parameter.
-- ==
-- input { [[1, 2, 3]] }
-- output { [[1], [2], [3]] }
-- input { [[1, 2], [3, 4]] }
-- output { [[1, 3], [2, 4]] }

def main [n] [m] (c: [n][m]i32) = loop b = c for j < 9i64 do (if n < 9 then transpose b else c)
