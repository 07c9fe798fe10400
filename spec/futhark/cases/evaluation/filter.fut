-- `filter` keeps elements in order.
-- rules: FUT-E-FILTER
-- ==
-- input { [3i32,-1i32,4i32,-1i32,5i32] }
-- output { [3i32, 4i32, 5i32] empty([0]i32) [-1i32, -1i32] }

def main (xs: []i32) = (filter (> 0) xs, filter (> 9) xs, filter (< 0) xs)
