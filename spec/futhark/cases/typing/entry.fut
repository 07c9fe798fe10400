-- An entry point takes and returns values of order zero.
-- rules: FUT-T-ENTRY
-- ==
-- entry: add
-- input { 1i32 2i32 }
-- output { 3i32 }

-- ==
-- entry: rev
-- input { [1i8,2i8] }
-- output { [2i8, 1i8] }

entry add (x: i32) (y: i32) = x + y
entry rev (xs: []i8) = reverse xs
