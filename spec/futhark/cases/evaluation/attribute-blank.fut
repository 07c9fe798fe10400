-- Any value of the type will do for a blank expression, so it is not evaluated: zeros of the sizes that its type has.
-- rules: FUT-E-ATTR
-- ==
-- entry: element
-- input { [1i32,2i32] 5i64 }
-- output { 0i32 }
-- entry: shape
-- input { [1i32,2i32] }
-- output { [[0i32,0i32],[0i32,0i32]] }
-- entry: hole
-- input { 3i64 }
-- output { [false,false,false] 0f64 }
-- entry: sums
-- input { 2i64 }
-- output { 2i64 }
-- entry: function
-- input { 2i64 }
-- output { [0f32,0f32] }
-- entry: scratched
-- input { [1i64,0i64] [10i32,20i32] }
-- output { [20i32,10i32] }

entry element (xs: []i32) (i: i64) = #[blank] (xs[i] / 0)
entry shape [n] (xs: [n]i32) = #[blank] (map (\x -> map (/ x) xs) [0, 0] : [2][n]i32)
entry hole (n: i64) : ([n]bool, f64) = #[blank] ???
entry sums (n: i64) =
  match (#[blank] assert false (#some (iota n)) : #some ([n]i64) | #none)
  case #some ys -> length ys
  case #none -> n
entry function (n: i64) =
  let f: i64 -> [n]f32 = #[blank] (assert false (\_ -> replicate n 1))
  in f 1
entry scratched [n] (is: [n]i64) (vs: [n]i32) = scatter (#[scratch] (assert false (copy vs))) is vs
