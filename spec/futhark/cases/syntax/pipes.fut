-- The pipe operators apply, and the composition operators chain.
-- rules: FUT-X-OPERATOR
-- ==
-- input { [1i32,2i32,3i32] }
-- output { 12i32 12i32 12i32 }

def main (xs: []i32) =
  (xs |> map (* 2) |> i32.sum,
   i32.sum <| map (* 2) xs,
   (map (* 2) >-> i32.sum) xs)
