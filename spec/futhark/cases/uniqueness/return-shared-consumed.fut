-- Two parts that are one array where a branch does not consume it are not unique.
-- refuses: FUT-U-RETURN/distinct
-- ==
-- error: FUT-U-RETURN

def main (c: bool) (xs: *[]i32): (*[]i32, *[]i32) =
  if c then ([1], xs with [0] = 1) else (xs, xs)
