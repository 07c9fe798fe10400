-- Records are built from fields, or from variables of the same names.
-- rules: FUT-X-PAT
-- ==
-- input { 3i32 }
-- output { 3i32 4i32 }

def main (x: i32) =
  let y = x + 1
  let r = {x, y}
  let {x = a, y} = r
  in (a, y)
