-- One function at several types: its maps and loops give what they are given each time, of however many parts that is.
-- rules: FUT-E-MAP, FUT-E-LOOPIN
-- ==
-- entry: nothing_first
-- input { [1i32, 2i32, 3i32] } output { 7i32 }

-- ==
-- entry: more_parts
-- input { [1i32, 2i32, 3i32] } output { 1i32 2i32 3i32 }

-- ==
-- entry: turned
-- input { [1i32, 2i32, 3i32] } output { 2i32 4i32 }

def many [n] 'a 'b (xs: [n]i32) (v: a) (_: b): a =
  let mixed = xs[0] * 3 + xs[0] * 5 - xs[0] * 7 + xs[n - 1] * 11 - xs[n - 1] * 13 + xs[0] * 17 - xs[0] * 19 + xs[n - 1]
  let many = map (\x -> (v, x + mixed)) xs
  in many[0].0

def turn [n] 'a (xs: [n]i32) (v: a) (w: a): a =
  let mixed = xs[0] * 3 + xs[0] * 5 - xs[0] * 7 + xs[n - 1] * 11 - xs[n - 1] * 13 + xs[0] * 17 - xs[0] * 19 + xs[n - 1]
  in (loop (a, b, k) = (v, w, mixed) for x in xs do (b, a, k + x)).0

entry nothing_first (xs: [3]i32): i32 = many xs 7 (many xs () ())
entry more_parts (xs: [3]i32): (i32, i32, i32) = many xs (1, 2, 3) (many xs (4, 5) ())
entry turned (xs: [3]i32): (i32, i32) = let () = turn xs () () in turn xs (1, 3) (2, 4)
