-- A row that was taken before the array around it was updated is a part of it.
-- refuses: FUT-U-VAR/consumed
-- forced: poison
-- given: { [[1, 2], [3, 4]] }
-- ==
-- error: FUT-U-VAR

def main (xss: *[][]i32) =
  let row = xss[1]
  let yss = xss with [0, 0] = 9
  in yss[0, 0] + row[0]
