-- A blank function gives zeros of the sizes that its type says, and functions that do; one in a sum is of the first constructor.
-- rules: FUT-DF-BLANK
-- ==
-- input { 2i64 }
-- output { [0, 0] [false, false, false] 0.0f32 3 }

type^ choice [n] = #one (i64 -> [n]i32) | #two

entry main (n: i64) =
  let r: {one: i64 -> [n]i32, two: (m: i64) -> i64 -> [m]bool, rest: f32} =
    #[blank] {one = \_ -> replicate n 1, two = \m _ -> replicate m true, rest = 1}
  let s: choice [n] = #[blank] #two
  in (r.one 7, r.two 3 1, r.rest, match s case #one f -> i32.sum (f 1) + 3 case #two -> 4)
