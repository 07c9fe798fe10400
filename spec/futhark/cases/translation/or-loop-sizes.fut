-- Functions of a loop change places, and what they have captured has other sizes at each place and in each round: of unknown size before the loop, the
-- same in the first rounds only, and of a function that is not there in each round.
-- rules: FUT-DF-OR-LOOP, FUT-DF-J-LAM
-- switch: function-branches
-- ==
-- entry: turns
-- input { true 3i64 4i64 }
-- output { 5i64 }
-- input { false 3i64 4i64 }
-- output { 5i64 }
-- input { false 3i64 2i64 }
-- output { 7i64 }

-- ==
-- entry: parts
-- input { 0i64 5i64 }
-- output { 55i64 }
-- input { 1i64 5i64 }
-- output { 33i64 }
-- input { 2i64 5i64 }
-- output { 12i64 }
-- input { 3i64 5i64 }
-- output { 23i64 }

-- ==
-- entry: gives_way
-- input { 0i64 5i64 }
-- output { 5i64 7i64 }
-- input { 1i64 5i64 }
-- output { 0i64 5i64 }
-- input { 2i64 5i64 }
-- output { 0i64 0i64 }

-- ==
-- entry: optional
-- input { true 0i64 5i64 }
-- output { -1i64 5i64 }
-- input { true 1i64 5i64 }
-- output { 5i64 -1i64 }
-- input { false 3i64 5i64 }
-- output { -1i64 6i64 }

entry turns (b: bool) (n: i64) (rounds: i64): i64 =
  let (f, _, _) = loop (f, g, h) = (\(x: i64) -> x, \(x: i64) -> x + 1,
                                    let of [m] (xs: [m]i64) (x: i64): i64 = m + length xs + x
                                    in if b then of [0, 0] else of (replicate n 0))
                  for _i < rounds do (g, h, f)
  in f 1 + if rounds == 2 then 0 else 3

def of [m] (xs: [m]i64) (): i64 = m + i64.sum xs

entry parts (rounds: i64) (n: i64): i64 =
  let (a, b) = (of (replicate n 0), of (replicate 3 0))
  let (f, g, _, _) = loop (f, g, p, q) = (a, a, b, b)
                     for i < rounds do (p, q, of (replicate (i + 1) 0), of (replicate (i + 2) 0))
  in f () * 10 + g ()

entry gives_way (rounds: i64) (n: i64): (i64, i64) =
  let (f, g) = loop (f, g) = (of (replicate n 0), of (replicate (n + 2) 0))
               for _i < rounds do (\() -> 0, f)
  in (f (), g ())

entry optional (b: bool) (rounds: i64) (n: i64): (i64, i64) =
  let applied (o: #none | #some (() -> i64)): i64 = match o
    case #none -> -1
    case #some f -> f ()
  let (f, g) = loop (f: #none | #some (() -> i64), g: #none | #some (() -> i64)) =
                 (#none, if b then #some (of (replicate n 0)) else #some (of (replicate (n + 1) 0)))
               for i < rounds do if i == 2 then (f, g) else (g, f)
  in (applied f, applied g)
