-- Arguments of an entry point that share a size must agree.
-- rules: FUT-E-SIZEPAR
-- ==
-- input { [1i32] [2i32] }
-- output { [3i32] }
-- input { [1i32,2i32] [2i32] }
-- error: FUT-

entry main [n] (a: [n]i32) (b: [n]i32) = map2 (+) a b
