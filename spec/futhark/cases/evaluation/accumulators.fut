-- A stream may write to an array through an accumulator, which combines what is written to one index.
-- rules: FUT-E-ACC-NEW, FUT-E-ACC-UPD
-- ==
-- input { [0i64,2i64,2i64,5i64] }
-- output { [1i32, 0i32, 3i32] [11i32, 10i32, 12i32] }

type~ counts [n] = intrinsics.acc ([n]i32)

def main (is: []i64) =
  let put (acc: *counts [3]) (i: i64): *counts [3] = intrinsics.acc_write acc i (i32.i64 i + 1)
  let one (acc: *counts [3]) (i: i64): *counts [3] = intrinsics.acc_write acc i 1
  in (intrinsics.scatter_stream (replicate 3 0) put is,
      intrinsics.hist_stream (replicate 3 10) (+) 0 one is)
