-- What an expression within a size binds is not known outside of it.
-- rules: FUT-MO-INST
-- ==
-- input { [1i64, 2i64] 2i64 }
-- output { 15i64 }

def parts (xs: []i64) (y: i64) : ([]i64, []i64) =
  let z = y * i64.sum xs
  in (iota y, iota z)

def later (y: i64) (xs: []i64) : ([]i64, i64) =
  let z = y * i64.sum xs
  let (as, bs) = parts (iota z) 1
  in (bs, i64.sum as)

entry main (xs: []i64) (y: i64) =
  let (zs, k) = later y xs
  in length zs + k
