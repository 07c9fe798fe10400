-- A `let` may name a size of the value that it binds.
-- rules: FUT-SZ-LETSIZE
-- ==
-- input { [1i32,-1i32,2i32] }
-- output { [0i64, 1i64] 2i64 }

def main (xs: []i32) =
  let [k] (ys: [k]i32) = filter (> 0) xs
  in (map i64.i32 (map (\y -> y - 1) ys) :> [k]i64, k)
