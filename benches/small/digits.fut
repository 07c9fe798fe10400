-- The digits of numbers as small arrays, filtered and scanned.
entry main (n: i64): i64 =
  let digits x = map (\k -> (x / 10 ** k) % 10) (iota 6)
  let score x =
    let odd = filter (\d -> d % 2 == 1) (digits x)
    in i64.sum (map2 (*) (scan (+) 0 odd) (map (+ 1) (indices odd)))
  in i64.sum (tabulate n score)
