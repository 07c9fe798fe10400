-- An inferred size cannot be one that is bound further in.
-- refuses: FUT-SZ-LINK/scope
-- ==
-- error: FUT-SZ-LINK

def plus (xs: []i32) =
  let inner [m] (ys: [m]i32) = map2 (+) xs ys
  in inner [1, 2]

def main (xs: []i32) = plus xs
