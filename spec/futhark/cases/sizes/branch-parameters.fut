-- A branch ties no sizes: each `[]` of a parameter is a size of its own, and where two meet the result's size is unknown.
-- rules: FUT-SZ-BRANCH, FUT-SZ-PARAM
-- ==
-- entry: function
-- input { true [1i32, 2i32] [5i32] }
-- output { [1i32, 2i32] }
-- input { false [1i32, 2i32] [5i32] }
-- output { [5i32] }

-- ==
-- entry: constant
-- input { empty([0]u8) }
-- output { "you" }
-- input { "Ada L" }
-- output { "Ada L" }

-- ==
-- entry: named
-- input { true [1i32, 2i32] [5i32] }
-- output { [1i32, 2i32] [5i32] }

-- ==
-- entry: inner
-- input { false [1i32, 2i32] [5i32] }
-- output { [5i32] [1i32, 2i32] }

-- ==
-- entry: matched
-- input { 0i64 [1i32, 2i32] [5i32] [7i32, 8i32, 9i32] }
-- output { [1i32, 2i32] }
-- input { 1i64 [1i32, 2i32] [5i32] [7i32, 8i32, 9i32] }
-- output { [5i32] }
-- input { 2i64 [1i32, 2i32] [5i32] [7i32, 8i32, 9i32] }
-- output { [7i32, 8i32, 9i32] }

-- ==
-- entry: rows
-- input { false [[1i32, 2i32]] [[5i32], [6i32]] }
-- output { [[5i32], [6i32]] }

-- ==
-- entry: empties
-- input { 0i64 [[1i32, 2i32]] [[5i32], [6i32]] }
-- output { empty([0][2]i32) }
-- input { 2i64 [[1i32, 2i32]] [[5i32], [6i32]] }
-- output { [[5i32], [6i32]] }

-- ==
-- entry: tied
-- input { [1i32, 2i32] [5i32, 6i32] }
-- output { [6i32, 8i32] }

def pick (c: bool) (a: []i32) (b: []i32) = if c then a else b

entry function (c: bool) (a: []i32) (b: []i32): []i32 = if c then a else b
entry constant (name: []u8): []u8 = if null name then "you" else name
entry named [n] [m] (c: bool) (a: [n]i32) (b: [m]i32) = (pick c a b, pick (!c) a b)

entry inner (c: bool) (a: []i32) (b: []i32) =
  let f = \(a: []i32) (b: []i32) -> if c then a else b
  let g (a: []i32) (b: []i32) = if c then b else a
  in (f a b, g a b)

entry matched (k: i64) (a: []i32) (b: []i32) (d: []i32) =
  match k
  case 0 -> a
  case 1 -> b
  case _ -> d

entry rows (c: bool) (a: [][]i32) (b: [][]i32) = if c then a else b

-- What a case leaves open is the size of the next.
entry empties (k: i64) (a: [][]i32) (b: [][]i32) =
  match k
  case 0 -> []
  case 1 -> a
  case _ -> b

-- What is demanded of them still ties them.
entry tied (a: []i32) (b: []i32) =
  let c = if length a > 3 then a else map2 (+) a b
  in map2 (+) c (map (const 0) a)
