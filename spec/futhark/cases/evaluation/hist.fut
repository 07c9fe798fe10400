-- `reduce_by_index` combines what falls on one index with what is there.
-- rules: FUT-E-HIST
-- ==
-- input { [0i64,2i64,2i64,9i64,-1i64] }
-- output { [11i32, 10i32, 14i32] }

def main (is: []i64) = reduce_by_index (replicate 3 10) (+) 0 is (map (\i -> i32.i64 i * 2 - (if i == 0 then -1 else 2)) is)
