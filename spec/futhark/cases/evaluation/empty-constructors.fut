-- An array without elements keeps the sizes that its constructors would have, whatever it is made by.
-- rules: FUT-E-EMPTYSHAPE, FUT-E-SIZEPAR, FUT-E-CONSTR
-- refuses: FUT-E-COERCE/size
-- ==
-- entry: replicated filtered sliced mapped literal polymorphic reversed joined
-- input { 3i64 }
-- output { 3i64 }
-- input { 0i64 }
-- output { 0i64 }

-- ==
-- entry: nested pairs
-- input { 3i64 }
-- output { 3i64 4i64 }

-- ==
-- entry: rows
-- input { 3i64 }
-- output { 2i64 3i64 0i64 3i64 }

-- ==
-- entry: other
-- input { 3i64 }
-- output { 3i64 5i64 }

-- ==
-- entry: coerced
-- input { 3i64 3i64 }
-- output { 3i64 }
-- input { 3i64 4i64 }
-- error: FUT-E-COERCE

type sum [m] = #a ([m]i64) | #b

def width [n] [m] (_: [n](sum [m])) = m
def some (n: i64) : sum [n] = if n > 1 then #a (iota n) else #b
def none 'a (_: a) : [0](#a a | #b) = []
def no 'a (_: a) : (#a a | #b) = #b

entry replicated (n: i64) = width (replicate 0 (some n))
entry filtered (n: i64) = width (filter (\_ -> false) (replicate 4 (some n)))
entry sliced (n: i64) = width ((replicate 4 (some n))[n:n])
entry mapped (n: i64) = width (map (\(i: i64) : sum [n] -> if i > 1 then #a (replicate n i) else #b) (iota 0))
entry literal (n: i64) = width ([] : [0](sum [n]))
entry polymorphic (n: i64) = width (none (iota n))
entry joined (n: i64) = width (replicate 0 (some n) ++ replicate 0 (some n))

entry reversed (n: i64) =
  let (xs, _) = unzip (zip (copy (replicate 0 (some n))) (iota 0))
  in width (rotate 1 (reverse xs))

entry nested (n: i64) : (i64, i64) =
  let [m] [k] (_: [](#p ([](sum [m])) ([k]i64) | #q)) =
    replicate 0 (#p [some n] (iota 4) : (#p ([1](sum [n])) ([4]i64) | #q))
  in (m, k)

entry pairs (n: i64) : (i64, i64) =
  let [m] [k] (_: [](#p (sum [m], [k]i64) | #q)) = replicate 0 (#q : (#p (sum [n], [4]i64) | #q))
  in (m, k)

entry rows (n: i64) : (i64, i64, i64, i64) =
  let rows = replicate 2 (replicate 0 (some n))
  let [a] [b] (_: [a][](sum [b])) = rows
  let [c] [d] (_: [c][](sum [d])) = transpose rows
  in (a, b, c, d)

entry other (n: i64) : (i64, i64) =
  let [m] (_: (#a ([m]i64) | #b)) = no (iota n)
  let [k] (_: (#a ([k][2]i64) | #b)) = no (replicate 5 [n, n])
  in (m, k)

entry coerced (n: i64) (m: i64) = width (replicate 0 (some n) :> [0](sum [m]))
