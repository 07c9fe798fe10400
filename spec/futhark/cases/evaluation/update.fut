-- An update replaces an element, a row or a slice.
-- rules: FUT-E-UPDATE
-- ==
-- input { [[1i32,2i32],[3i32,4i32]] }
-- output { [[9i32, 8i32], [3i32, 7i32]] }

def main (xs: *[][]i32) =
  let xs[0] = [9, 8] :> [length xs[0]]i32
  let xs[1, 1] = 7
  in xs
