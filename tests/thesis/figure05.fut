-- Figure 5: size parameters, here of a dot product and a matrix product.
--
-- Since the thesis: `map2` for `map` over a zip. The figure adds where a dot product
-- multiplies; this file multiplies.
-- ==
-- entry: dotprod
-- input { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] }
-- output { 32i32 }
-- input { [1i32, 2i32] [4i32] }
-- error: size

-- ==
-- entry: matmul
-- input { [[1i32, 2i32], [3i32, 4i32], [0i32, 1i32]] [[5i32, 6i32], [7i32, 8i32]] }
-- output { [[19i32, 22i32], [43i32, 50i32], [7i32, 8i32]] }

entry dotprod [n] (xs: [n]i32) (ys: [n]i32): i32 =
  reduce (+) 0 (map2 (*) xs ys)

entry matmul [n] [m] [p] (xss: [n][m]i32) (yss: [m][p]i32): [n][p]i32 =
  map (\xs -> map (dotprod xs) (transpose yss)) xss
