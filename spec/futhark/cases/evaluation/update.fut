-- An update replaces an element, a row or a slice.
-- rules: FUT-E-UPDATE, FUT-E-POISON
-- ==
-- input { [[1i32,2i32],[3i32,4i32]] }
-- output { [[9i32, 8i32], [3i32, 7i32]] }

def main [n] [m] (xs: *[n][m]i32) =
  let row: [m]i32 = [9, 8] :> [m]i32
  let xs[0] = row
  let xs[1, 1] = 7
  in xs
