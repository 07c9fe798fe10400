-- A slice with a negative stride begins at the last element and goes on beyond the first, if nothing else is said; all of its elements must exist.
-- slip: FUT-Z-33. The interpreter begins at 0 where only the end is said, and ends at the size where only the beginning is; compiled code accepts `xs[2:0:-1]` of two elements and reads behind the end.
-- rules: FUT-E-SLICE
-- refuses: FUT-E-SLICE/bounds
-- ==
-- input { [10,20,30] }
-- output { [30, 20, 10] [30, 20] [20, 10] [30, 20] }
-- input { [10,20] }
-- error: FUT-E-SLICE

def main (xs: []i32) = (xs[::-1], xs[:0:-1], xs[1::-1], xs[2:0:-1])
