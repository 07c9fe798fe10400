-- A stream may write to an array through an accumulator, which combines what is written to one index.
-- rules: CORE-E-ACC-NEW, CORE-E-ACC-UPD
-- ==
-- input { [0i64,2i64,2i64,5i64] }
-- output { [1i32, 0i32, 3i32] [11i32, 10i32, 12i32] }

import "/futlib/accs"

def main (is: []i64) =
  (scatter_stream (replicate 3 0) (\(acc: *acc ([3]i32)) i -> write acc i (i32.i64 i + 1)) is,
   reduce_by_index_stream (replicate 3 10) (+) 0 (\(acc: *acc ([3]i32)) i -> write acc i 1) is)
