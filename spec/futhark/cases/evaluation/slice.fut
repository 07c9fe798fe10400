-- Slices run from the first bound to before the second, by the stride.
-- rules: FUT-E-SLICE
-- ==
-- input { [0i32,1i32,2i32,3i32,4i32] }
-- output { [1i32, 2i32] [0i32, 2i32, 4i32] [4i32, 3i32, 2i32, 1i32, 0i32] [3i32, 1i32] [2i32, 1i32, 0i32] empty([0]i32) }

def main (xs: []i32) = (xs[1:3], xs[::2], xs[::-1], xs[3:0:-2], xs[2::-1], xs[5:5])
