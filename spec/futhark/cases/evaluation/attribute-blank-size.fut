-- What is blank is evaluated if only its value shows a size; so it fails where that does.
-- rules: FUT-E-ATTR
-- refuses: FUT-E-ASSERT/holds
-- ==
-- input { [1i32,2i32] }
-- error: assertion
-- input { [1i32,-1i32] }
-- output { 1i64 }

entry main (xs: []i32) = length (#[blank] (filter (\x -> assert (x < 2) (x > 0)) xs))
