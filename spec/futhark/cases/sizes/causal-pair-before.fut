-- What a `let` before the pair made is known to both components.
-- rules: FUT-SZ-CAUSAL
-- ==
-- input { [1, -2, 3] }
-- output { 2i64 }

def feed [n] (p: ([n]i32 -> i64, [n]i32)) = p.0 p.1
def main (xs: []i32) =
  let kept = filter (> 0) xs
  in feed (\ys -> length ys, kept)
