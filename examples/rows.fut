-- Of each row its sum, its largest element and what stands before each element of it.
-- ==
-- input { [[1, 2, 3], [6, 5, 4]] }
-- output { [6, 15] [3, 6] [[0, 1, 3], [0, 6, 11]] }

def before [n] (xs: [n]i32): [n]i32 = map2 (-) (scan (+) 0 xs) xs

def main [n] [m] (xss: [n][m]i32): ([n]i32, [n]i32, [n][m]i32) =
  (map i32.sum xss, map i32.maximum xss, map before xss)
