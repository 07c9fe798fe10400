-- How far apart the ends of a range are is computed without sign from what is widened by its sign.
-- rules: FUT-E-RANGE
-- ==
-- input { -1i32 1i32 5i32 }
-- output { [-1, 1, 3, 5] 4i64 }
-- input { 5i32 1i32 -7i32 }
-- output { [5, 1, -3, -7] 4i64 }
-- input { -128i32 -28i32 127i32 }
-- output { [-128, -28, 72] 3i64 }

entry main (a: i32) (b: i32) (c: i32) : ([]i32, i64) =
  (a..b...c, length (i8.i32 a..i8.i32 b...i8.i32 c))
