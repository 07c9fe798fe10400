-- A function may not consume what it only mentions.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-

def main (a: *[]i32) =
  let write (x: i32) = a with [0] = x
  in write 1
