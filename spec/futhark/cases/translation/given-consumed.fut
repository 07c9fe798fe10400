-- What a function has been given in part is consumed where it is applied to the rest.
-- rules: FUT-DF-LIFT
-- ==
-- input { [5i64, 6i64] 3i64 }
-- output { 9i64 [5i64, 6i64] }

def fill [n] (row: *[n]i64) (v: i64) : i64 = (let r = row with [0] = v in r[0] + r[1])

entry main (xs: []i64) (v: i64) =
  let f = fill (copy xs)
  in (f v, xs)
