-- An array of pairs that was updated in place may not be read: neither its elements nor a part of them.
-- refuses: FUT-U-VAR/consumed
-- forced: poison
-- given: { [1, 2, 3] [4, 5, 6] }
-- ==
-- error: FUT-U-VAR

def main [n] (xs: [n]i32) (ys: [n]i32) =
  let ps = zip xs ys
  let qs = ps with [0] = (7, 8)
  in (qs[1].0, ps[2].1)
