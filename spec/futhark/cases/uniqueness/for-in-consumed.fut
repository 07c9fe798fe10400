-- The array that a loop goes over is not what it consumes.
-- refuses: FUT-U-FORIN/consumed
-- ==
-- error: FUT-U-FORIN

def main (a: *[]i32) =
  loop x = a for y in a do x with [0] = y
