-- A lambda that uses an array may be made before the array is consumed, and applied before it, too.
-- rules: FUT-U-CLOSURE
-- ==
-- input { [5i64] }
-- output { 7i64 [1i64] }

def main (xs: *[1]i64) =
  let f = \(z: i64) -> z + xs[0]
  let b = f 2
  in (b, xs with [0] = 1)
