-- Edit distances of short words, a row of the table at a time.
entry main (n: i64) (m: i64): i64 =
  let letter i j = (i * 31 + j * j * 17) % 5
  let distance i =
    let b = tabulate m (\j -> letter (i + 1) j)
    let row =
      loop row = iota (m + 1) for k < m do
        let a = letter i k
        let (_, _, row') =
          loop (left, up, next) = (k + 1, row[0], replicate (m + 1) (k + 1)) for j < m do
            let cost = if a == b[j] then 0 else 1
            let here = i64.min (i64.min (left + 1) (row[j + 1] + 1)) (up + cost)
            in (here, row[j + 1], next with [j + 1] = here)
        in row'
    in row[m]
  in i64.sum (tabulate n distance)
