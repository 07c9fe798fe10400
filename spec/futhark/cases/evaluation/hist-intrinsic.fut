-- The intrinsic histogram is first told how many to make at a time, which changes nothing.
-- rules: FUT-E-HIST
-- ==
-- input { [0i64,1i64,0i64,7i64] [1i32,2i32,3i32,4i32] }
-- output { [14i32,12i32] }

def main (is: []i64) (vs: []i32) = intrinsics.hist_1d 2 [10, 10] (+) 0 (is :> [4]i64) (vs :> [4]i32)
