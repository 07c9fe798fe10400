-- Products of small matrices, one for each of many.
def product [n] [m] [k] (a: [n][m]f64) (b: [m][k]f64): [n][k]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

entry main (n: i64): f64 =
  let turn i =
    let t = f64.i64 i
    in [[f64.i64 (i % 7), 1, t / 100], [0, 1, 2], [t / 1000, 0, 1]]
  in f64.sum (tabulate n (\i -> let a = turn i in let b = product a (product a (turn (i + 1))) in f64.sum (map f64.sum b)))
