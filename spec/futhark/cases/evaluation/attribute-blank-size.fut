-- The size of a blank that only the value shows is that of the value; where there is none, it is 0.  Core evaluates what is blank then, and fails.
-- rules: FUT-E-ATTR
-- stages: constructors
-- ==
-- input { [1i32,2i32] }
-- output { 0i64 }
-- input { [1i32,-1i32] }
-- output { 1i64 }

entry main (xs: []i32) = length (#[blank] (filter (\x -> assert (x < 2) (x > 0)) xs))
