-- One of several functions has a unique result if all have, and consumes what one of them does, in whichever order they stand.
-- rules: FUT-DF-OR-TYPE
-- switch: function-branches
-- ==
-- entry: unique
-- input { true [5i64, 6i64] }
-- output { [0i64, 1i64] [0i64, 0i64] [5i64, 6i64] }
-- input { false [5i64, 6i64] }
-- output { [0i64, 0i64] [0i64, 1i64] [5i64, 6i64] }

-- ==
-- entry: consumed
-- input { true [5i64, 6i64] }
-- output { [5i64, 2i64] }
-- input { false [5i64, 6i64] }
-- output { [1i64, 6i64] }

entry unique (c: bool) (xs: [2]i64) =
  let f = if c then indices else \_ -> replicate 2 0
  let fs = [indices, \(_: [2]i64) -> replicate 2 0i64, indices]
  let g = if c then fs[1] else fs[0]
  in (f xs, g xs, xs)

def written (xs: *[2]i64): [2]i64 = xs with [0] = 1
def read (xs: [2]i64): [2]i64 = [xs[0], 2]

entry consumed (c: bool) (xs: [2]i64) = (if c then read else written) (copy xs)
