-- A range falls from any number, zero among them, below zero too; without its end it is empty where it begins there.
-- rules: FUT-E-RANGE
-- ==
-- entry: falls
-- input { 0i64 -3i64 } output { [0i64, -1i64, -2i64] [0i64, -1i64, -2i64] [0i64, -1i64, -2i64, -3i64] [0i64, -2i64] [0i64, -3i64] }
-- input { 1i64 -1i64 } output { [1i64, 0i64] [1i64, 0i64] [1i64, 0i64, -1i64] [1i64] [1i64] }

-- ==
-- entry: none
-- input { 0i64 } output { empty([0]i64) empty([0]i64) empty([0]i64) [0i64] [0i64] }
-- input { -5i64 } output { empty([0]i64) empty([0]i64) empty([0]i64) [-5i64] [-5i64] }

-- ==
-- entry: lengths
-- input { [1, 2, 3, 4] 3i64 0i64 } output { 3i64 [4, 3, 2] 2i64 [4, 2] }
-- input { [1, 2, 3, 4] 2i64 2i64 } output { 0i64 empty([0]i32) 0i64 empty([0]i32) }

entry falls (a: i64) (b: i64): ([]i64, []i64, []i64, []i64, []i64) =
  (a..>b, a..a - 1..>b, a..a - 1...b, a..a - 2..>b, a..a - 3...b)

entry none (n: i64): ([]i64, []i64, []i64, []i64, []i64) = (n..>n, n..n - 2..>n, n..<n, n...n, n..n - 1...n)

entry lengths (xs: []i32) (i: i64) (j: i64): (i64, []i32, i64, []i32) =
  (length xs[i:j:-1], xs[i:j:-1], length xs[i:j:-2], xs[i:j:-2])
