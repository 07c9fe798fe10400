-- A size that a use does not know, and passes on, is what the argument shows.
-- rules: FUT-CO-SIZE, FUT-MO-INST
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [[5, 4], [2, 1]] 2i64 }

def turned = reverse >-> map reverse

entry main (xss: [][]i32) =
  let yss = xss |> map (take 2) |> turned
  in (yss, length yss[0])
