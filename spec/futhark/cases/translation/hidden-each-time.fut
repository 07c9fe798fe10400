-- What a lifted type hides is another size each time: in two results, and in the rounds of a loop.
-- rules: FUT-MO-INST
-- ==
-- entry: results
-- input { 1i64 3i64 }
-- output { [0i64, 1i64, 2i64] [0i64] }

-- ==
-- entry: rounds
-- input { [1, 2, 3] 5i64 }
-- output { [1, 2, 3, 3, 4, 5] }

def both '^a '~b (f: a -> b) (x: a) (y: a) : (b, b) = (f y, f x)
def until '~a (stop: (bool -> a) -> bool) (f: (bool -> a) -> a) (x: bool -> a) : a =
  loop y = x true while !(stop (\_ -> y)) do f (\_ -> y)

entry results (n: i64) (m: i64) = both iota n m
entry rounds (xs: []i32) (n: i64) =
  until (\(p: bool -> []i32) -> length (p true) > n) (\(p: bool -> []i32) -> p true ++ [i32.i64 (length (p false))]) (\_ -> xs)
