-- A flat index takes elements by an offset and a stride for each dimension.
-- rules: FUT-E-FLATINDEX
-- refuses: FUT-E-FLATINDEX/bounds
-- ==
-- input { [1i32,2i32,3i32,4i32] 0i64 }
-- output { [[1i32, 2i32], [3i32, 4i32]] }
-- input { [1i32,2i32,3i32,4i32] 1i64 }
-- error: FUT-E-FLATINDEX

def main (xs: []i32) (offset: i64) = intrinsics.flat_index_2d xs offset 2 2 2 1
