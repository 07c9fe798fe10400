-- Sizes that are known are written, others are hidden in what gives them; where two names of one size meet, they are said to be one.
-- rules: FUT-CO-SIZE
-- ==
-- entry: main
-- input { [1, 2, 3] 1i64 }
-- output { [5, 7] [2, 3] [0i64, 0i64] 4i64 }

-- ==
-- entry: none
-- input { 3i64 }
-- output { 3i64 }

def tail [n] (xs: [n]i32) = xs[1:n]
def both [n] (xs: [n]i32) (ys: [n - 1]i32) = map2 (+) (xs[1:] :> [n - 1]i32) ys
def halves (n: i64) (k: i64) : [n / k]i64 = replicate (n / k) 0

entry main [n] (xs: [n]i32) (k: i64) =
  let ys = if k > 0 then filter (> 1) xs else tail xs
  let zs = loop zs = [0i64] for _i < k do zs ++ map (const 0) zs
  in (both xs (xs[:n - 1] :> [n - 1]i32) |> map (+ 2), ys, zs, length (halves 8 (k + 1)))

entry none (k: i64) = length (transpose (map (\_ -> halves k 1) (iota 0)))
