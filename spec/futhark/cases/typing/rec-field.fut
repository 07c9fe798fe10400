-- A field is selected by name; a tuple's fields are numbered from 0.
-- rules: FUT-T-REC
-- ==
-- input { 2i32 }
-- output { 2i32 5i32 2i32 }

def main (x: i32) =
  let r = {left = x, right = (x + 3, x)}
  in (r.left, r.right.0, r.right.1)
