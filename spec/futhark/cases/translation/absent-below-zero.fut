-- A size that only an absent constructor shows is one number, below zero too: by its name, in types, and in what is made of it.
-- rules: FUT-PA-SUM, FUT-E-SIZEPAR
-- refuses: FUT-E-REARR/negative, FUT-E-COERCE/size
-- without: plan
-- ==
-- entry: by_name in_types coerced hidden carried recursive behind within in_record in_array beside_present
-- input { 3i64 }
-- output { 3i64 }
-- input { 0i64 }
-- output { 0i64 }
-- input { -3i64 }
-- output { -3i64 }

-- ==
-- entry: turned
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- error: FUT-E-REARR

-- ==
-- entry: other
-- input { -3i64 -3i64 }
-- output { -3i64 }
-- input { -3i64 -4i64 }
-- error: FUT-E-COERCE

type sum [m] = #a ([m]i64) | #b

def some (n: i64) : sum [n] = if n > 1 then #a (iota n) else #b
def size [d] (_: sum [d]) = d
def width [n] [m] 'a (_: [n][m]a) = m
def rows [d] (_: sum [d]) = width (map (\_ -> replicate d 0i64) (iota 0))
def turn [d] (_: sum [d]) = length (transpose (map (\_ -> replicate d 0i64) (iota 0)))
def down [d] (k: i64) (s: sum [d]) : i64 = if k == 0 then d else down (k - 1) s
def hide (n: i64) : ?[d].sum [d] = some n

entry by_name (k: i64) = size (some k)
entry in_types (k: i64) = rows (some k)
entry turned (k: i64) = turn (some k)
entry coerced (k: i64) = size (some k :> sum [0 + k])
entry other (k: i64) (m: i64) = size (some k :> sum [m])

entry hidden (k: i64) =
  let [d] (_: sum [d]) = hide k
  in d

entry carried (k: i64) =
  let last = loop s = some k for _i < 3 do match s
                                           case #a xs -> #a (reverse xs)
                                           case #b -> s
  in rows last

entry recursive (k: i64) = down 3 (some k)

-- The sum is itself what a constructor does not have.
entry behind (k: i64) =
  let [d] (_: (#p ([k](sum [d])) | #q)) = #q : (#p ([k](sum [k])) | #q)
  in d

-- It is what a constructor has.
entry within (k: i64) =
  let s: (#p (sum [k]) | #q) = #p (some k)
  in match s
     case #p t -> size t
     case #q -> 1

entry in_record (k: i64) =
  let [d] [e] (_: (#p {xs: [d]i64, n: i64} | #q ([e]i64))) = #q (iota 2) : (#p {xs: [k]i64, n: i64} | #q ([2]i64))
  in if e == 2 then d else 1

entry in_array (k: i64) =
  let [d] (_: [](sum [d])) = replicate 2 (some k)
  in d

-- What hides its size shows it where it is there.
entry beside_present (k: i64) =
  let (s: #a ([]i64) | #b ([k]i64)) = #a (filter (> 0) [k, -1, -2])
  in match s
     case #a xs -> if length xs == (if k > 0 then 1 else 0) then k else 0
     case #b _ -> 1
