-- The sizes of an accumulator are those of what it was made from, whatever types say: a number in one function is a name in another.  A function
-- that is passed one twice is written out where it is called.
-- rules: FUT-CO-SIZE
-- ==
-- entry: main
-- input { [0i64, 2i64, 5i64] }
-- output { [[4, 4], [0, 0], [4, 4]] }
-- entry: either
-- input { [0i64, 2i64, 5i64] }
-- output { [[1, 1], [0, 0], [1, 1]] }
-- entry: twice
-- input { [0i64, 2i64, 5i64] }
-- output { [[1, 1], [0, 0], [2, 2]] }

type~ rows [n] [m] = intrinsics.acc ([n][m]i32)

def add [n] [m] (acc: *rows [n] [m]) (i: i64) : *rows [n] [m] = intrinsics.acc_write acc i (replicate m 1)

def pick 'a [n] (first: bool) (x: intrinsics.acc ([n]a), y: intrinsics.acc ([n]a)) : intrinsics.acc ([n]a) =
  if first then x else y

def same 'a [n] (x: *intrinsics.acc ([n]a)) (times: i64) : *intrinsics.acc ([n]a) =
  loop x for _i < times do x

def each [n] 'a (xs: *[n]a) (op: a -> a -> a) (zero: a) (f: *intrinsics.acc ([n]a) -> i64 -> intrinsics.acc ([n]a)) (is: []i64) : *[n]a =
  intrinsics.hist_stream xs op zero f is :> *[n]a

def zeros (n: i64) (m: i64) : *[n][m]i32 = replicate n (replicate m 0)

entry main (is: []i64) =
  let pair (acc: *rows [3] [2]) (i: i64) : *rows [3] [2] =
    let acc = loop acc : *rows [3] [2] = same (add acc i) 2 for _j < 2 do add acc i
    in if i == 1 then acc else add acc i
  in each (zeros (length is) 2 :> *[3][2]i32) (map2 (+)) [0, 0] pair is

entry either (is: []i64) =
  let one (acc: *rows [3] [2]) (i: i64) : *rows [3] [2] = add (pick (i == 0) (acc, acc)) i
  in each (zeros 3 (length is - 1) :> *[3][2]i32) (map2 (+)) [0, 0] one is

entry twice (is: []i64) =
  let one (acc: *rows [3] [2]) (i: i64) : *rows [3] [2] = add acc (i % 4)
  let two (acc: *rows [3] [2]) (i: i64) : *rows [3] [2] = if i == 0 then one acc i else add (one acc 2) 7
  in each (zeros 3 2) (map2 (+)) [0, 0] two is
