-- The parameter may not have a size that an iteration makes.
-- refuses: FUT-SZ-LOOP/inside
-- ==
-- error: FUT-SZ-LOOP

def main (n: i64) (p: i64) =
  loop xs = iota n for i < p do
    let ys = filter (> i) (iota n)
    in map2 (+) xs ys
