-- The index of an update is evaluated before the new value, so that the value may consume what the index reads.
-- rules: FUT-E-UPDATE
-- ==
-- input { [7i64, 1i64] [3i64, 4i64] }
-- output { [3i64, 7i64] }

def take (xs: *[]i64): i64 = xs[0]
def main (xs: *[]i64) (ys: *[]i64) = ys with [xs[1]] = take xs
