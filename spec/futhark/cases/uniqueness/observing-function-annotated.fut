-- A function that only looks at its argument may be named by a type that says it consumes.
-- rules: FUT-U-CALL
-- ==
-- input { [5, 6] }
-- output { 6 }

def look (r: []i32) : i32 = r[1]
def main (xs: *[]i32) =
  let f: *[]i32 -> i32 = look
  in f xs
