-- Sizes that a function mentions: shown by what it captured, carried along where nothing shows them, bound beside a function.
-- slip: FUT-DF-SIZE. By the slides a record has the variables that the body mentions; `m`, which `more` has in the type of its parameter only, would be unbound in the lifted function.
-- rules: FUT-DF-SIZE, FUT-DF-LOOP
-- ==
-- input { 2i64 [true, false, true] }
-- output { 3i64 [[2i64, 2i64], [2i64, 2i64]] 0i64 1i64 7i64 }

def apply [n] 'a (_: [n]bool) (f: [n]bool -> a) (bs: [n]bool) = f bs

entry main [m] (n: i64) (bs: [m]bool) =
  let f = (let zs = iota (n + 2) in \(i: i64) -> zs[i])
  let rows = \(m: i64) -> replicate n (replicate n m)
  let empty = \(m: i64) : [m][n]i32 -> map (\_ -> replicate n 0) (iota m)
  let [k] (_: [k]i32, g: [k]bool -> [k]bool) = (replicate 1 0, \(bs: [1]bool) -> bs)
  let count = \(cs: [m]bool) -> length (zip cs bs) + length (map (\_ -> 0) cs)
  let more = \(cs: [m]bool) -> length cs
  in (loop x = 1 for _i < 2 do f (x + 1), rows n, length (empty 0), length (g (replicate k true)), apply bs more bs + count bs - 2)
