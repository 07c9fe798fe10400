-- The parameter of a loop may be taken apart where its sum has one constructor, in every kind of loop.
-- rules: FUT-E-LOOPFOR, FUT-E-LOOPIN, FUT-E-WHILE
-- ==
-- entry: counted
-- input { 3 }
-- output { 21 }

-- ==
-- entry: over
-- input { [1, 2, 3] }
-- output { 6 4 }

-- ==
-- entry: until
-- input { 10 }
-- output { 16 [4, 4] }

type total = #total i32
type state [n] = {sum: #sum i32 ([n]i32), rounds: i32}

entry counted (x: i32) =
  let t = loop ((#total s): total) = #total 0 for i < 7i32 do #total (s + x)
  in match t case #total s -> s

entry over (xs: []i32) =
  let ((#total s), k) = loop ((#total s), k): (total, i32) = (#total 0, 1) for x in xs do (#total (s + x), k + 1)
  in (s, k)

entry until (n: i32) =
  let start : state [2] = {sum = #sum 1 [0, 0], rounds = 0}
  let end = loop {sum = #sum s xs, rounds = k}: state [2] = start while s < n do
              {sum = #sum (2 * s) (map (+ 1) xs), rounds = k + 1}
  in match end case {sum = #sum s xs, rounds = _} -> (s, xs)
