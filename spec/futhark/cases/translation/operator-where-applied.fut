-- A primitive operator that is a value fails where it is applied, however it came there.
-- rules: FUT-DF-PLUS, FUT-DF-SOAC
-- ==
-- entry: given
-- input { 3i64 0i64 }
-- error: NUM-DIV

-- ==
-- entry: mapped
-- input { 3i64 0i64 }
-- error: NUM-DIV

-- ==
-- entry: reduced
-- input { 3i64 0i64 }
-- error: NUM-DIV

-- ==
-- entry: in_part
-- input { 3i64 0i64 }
-- error: NUM-DIV

-- ==
-- entry: of_module
-- input { 3i64 0i64 }
-- error: NUM-DIV

def apply (f: i64 -> i64 -> i64) (x: i64) (y: i64) = f x y

entry given (a: i64) (b: i64) = apply (i64./) a b

entry mapped (a: i64) (b: i64) = map2 (i64./) [a, a] [1, b]

entry reduced (a: i64) (b: i64) = reduce (i64./) 1 [a, b]

entry in_part (a: i64) (b: i64) =
  let of = (i64./) a
  in of b

entry of_module (a: i64) (b: i64) = i64.(a / b)
