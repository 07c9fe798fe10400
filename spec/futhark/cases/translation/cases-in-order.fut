-- Cases are tested in their order, each with all that it asks, also within what it names; literals by equality, which NaN is not to itself.
-- rules: FUT-PA-MATCH, FUT-PA-BIND
-- ==
-- entry: within
-- input { 0 }
-- output { [10, 21, 30, 42, 5] }

-- ==
-- entry: literals
-- input { [0f32, -0f32, 1f32, f32.nan] }
-- output { [1, 1, 2, 3] }

-- ==
-- entry: behind
-- input { 5 }
-- output { 5 }

type tree = #leaf i32 | #node {left: (#one i32 | #other bool), right: i32}

def value (t: tree) : i32 =
  match t
  case #leaf 1 -> 10
  case #leaf x -> x
  case #node {left = #one 2, right = 1} -> 30
  case #node {left = #one y, right = z} -> y + z
  case #node {left = #other true, right = _} -> 5
  case #node {left = #other false, right = z} -> z

entry within (k: i32) =
  [value (#leaf (k + 1)), value (#leaf (k + 21)), value (#node {left = #one (k + 2), right = 1}),
   value (#node {left = #one (k + 40), right = 2}), value (#node {left = #other (k == 0), right = 9})]

entry literals (xs: []f32) =
  map (\x -> match x
             case 0 -> 1
             case 1 -> 2i32
             case _ -> 3) xs

entry behind (x: i32) =
  match x
  case y -> y
