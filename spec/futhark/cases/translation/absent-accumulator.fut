-- An accumulator that may be absent is refused: there is no blank for it.
-- refuses: FUT-PA-SUM/blank
-- translation: FUT-PA-SUM
-- ==
-- input { [0i64, 2i64, 1i64] }
-- output { [1, 1, 1] }

type~ counts [n] = intrinsics.acc ([n]i32)
type~ some [n] = #some (counts [n]) | #other i32 (counts [n])

entry main (is: []i64) =
  let one (acc: *counts [3]) (i: i64): *counts [3] =
    let s : some [3] = if i == 2 then #some acc else #other 1 acc
    in match s
       case #some a -> intrinsics.acc_write a i 1
       case #other x a -> intrinsics.acc_write a i x
  in intrinsics.hist_stream (replicate 3 0) (+) 0 one is
