-- An update gives a new value; copies made before it are not changed.
-- rules: FUT-E-UPDATE
-- ==
-- input { [1i32,2i32] }
-- output { [1i32, 2i32] [5i32, 2i32] [1i32, 6i32] }

def main (xs: []i32) =
  let a = copy xs
  let b = copy a with [0] = 5
  let c = copy a with [1] = 6
  in (a, b, c)
