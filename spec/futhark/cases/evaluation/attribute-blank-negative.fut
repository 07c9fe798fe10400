-- A blank array of a negative size is empty: there is none that is smaller, and nobody looks at it.
-- rules: FUT-E-ATTR
-- ==
-- input { 2i64 }
-- output { 2i64 }
-- input { -2i64 }
-- output { 0i64 }

entry main (n: i64) =
  let xss = #[blank] (replicate 3 (replicate n 1i32))
  in i64.sum (map (\_ -> 1) xss[1])
