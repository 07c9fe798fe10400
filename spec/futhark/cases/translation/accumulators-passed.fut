-- An accumulator has the sizes of what it was made from, wherever it is passed: also to a function that has captured them, in a loop and in a branch.
-- rules: FUT-DF-SIZE
-- ==
-- input { [10, 20, 30] [0i64, 2i64, 5i64] }
-- output { [11, 21, 33] [[1, 1, 1], [0, 0, 0], [0, 0, 0]] }

type~ counts [n] = intrinsics.acc ([n]i32)

def add [n] (acc: *counts [n]) (i: i64) : *counts [n] = intrinsics.acc_write acc i 1

def each [n] 'a (xs: *[n]a) (op: a -> a -> a) (zero: a) (f: *intrinsics.acc ([n]a) -> i64 -> intrinsics.acc ([n]a)) (is: []i64) : *[n]a =
  intrinsics.hist_stream xs op zero f is :> *[n]a

entry main [n] [m] (xs: *[n]i32) (is: [m]i64) =
  let twice = \(acc: *counts [n]) (i: i64) ->
    if i < n
    then loop acc = add acc i for _j < i / 2 do add acc (i - 1 + n % 2)
    else add (add acc 1) (i % n)
  let rows = \(acc: *intrinsics.acc ([n][m]i32)) (i: i64) -> intrinsics.acc_write acc (i - 2) (replicate m 1)
  in (each xs (+) 0 twice is, each (replicate n (replicate m 0)) (map2 (+)) (replicate m 0) rows is)
