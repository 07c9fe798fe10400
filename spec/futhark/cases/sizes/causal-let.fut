-- Binding the array first makes its size known.
-- rules: FUT-SZ-CAUSAL
-- ==
-- input { [1i32,2i32,3i32] }
-- output { 2i64 }

def feed [n] (xs: [n]i32) (f: [n]i32 -> i64) = f xs
def main (xs: []i32) = let ys = filter (> 1) xs in feed ys (\zs -> length zs)
