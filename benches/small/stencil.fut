-- Heat on a grid, each cell from its neighbours in an array of five.
entry main (n: i64) (steps: i32): f64 =
  let grid = tabulate_2d n n (\i j -> f64.i64 ((i * j) % 17))
  let cell (grid: [n][n]f64) i j =
    let around = [grid[i, j], grid[(i + 1) % n, j], grid[(i + n - 1) % n, j], grid[i, (j + 1) % n], grid[i, (j + n - 1) % n]]
    in f64.sum (map2 (*) [0.6, 0.1, 0.1, 0.1, 0.1] around)
  let grid = loop grid for _s < steps do tabulate_2d n n (cell grid)
  in f64.sum (flatten grid)
