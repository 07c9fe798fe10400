-- Rows that a flat index names are compared with the number of rows: their elements' numbers may be beyond 64 bits, and empty rows have no elements.
-- rules: FUT-CO-OP
-- ==
-- entry: rows
-- input { [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] 0i64 2i64 2i64 1i64 }
-- output { [[[1, 2, 3, 4]], [[9, 10, 11, 12]]] }
-- input { [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] 2i64 3i64 -1i64 1i64 }
-- output { [[[9, 10, 11, 12]], [[5, 6, 7, 8]], [[1, 2, 3, 4]]] }
-- input { [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] 9223372036854775807i64 0i64 1i64 1i64 }
-- output { empty([0][1][4]i32) }
-- input { [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] 4611686018427387904i64 1i64 1i64 1i64 }
-- error: FUT-E-FLATINDEX
-- input { [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] 0i64 2i64 4611686018427387904i64 1i64 }
-- error: FUT-E-FLATINDEX
-- input { [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] 1i64 2i64 -2i64 1i64 }
-- error: FUT-E-FLATINDEX
-- input { empty([2][0]i32) 2i64 1i64 1i64 1i64 }
-- error: FUT-E-FLATINDEX
-- input { [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] 0i64 -1i64 1i64 1i64 }
-- error: FUT-E-FLATINDEX

-- ==
-- entry: put
-- input { 0i64 2i64 }
-- output { [[7, 8], [3, 4], [9, 9]] }
-- input { 0i64 4611686018427387904i64 }
-- error: FUT-E-FLATINDEX

entry rows [n][m] (xs: [n][m]i32) (start: i64) (count: i64) (stride: i64) (other: i64) =
  intrinsics.flat_index_2d xs start count stride 1 other

entry put (start: i64) (stride: i64) =
  intrinsics.flat_update_1d (copy [[1, 2], [3, 4], [5, 6]]) start stride [[7, 8], [9, 9i32]]
