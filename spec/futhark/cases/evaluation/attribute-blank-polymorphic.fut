-- What is blank in a polymorphic function has the type that the call gives it, however large the function is and whatever the type is: sums,
-- functions, arrays and tuples of them.
-- rules: FUT-E-ATTR
-- ==
-- entry: sums
-- input { 2i64 }
-- output { 2i64 0i64 }
-- entry: arrays
-- input { 2i64 }
-- output { 2i64 0i32 }
-- entry: functions
-- input { 2i64 }
-- output { [0i32,0i32] }
-- entry: through
-- input { 3i64 }
-- output { 3i64 }
-- entry: numbers
-- input { 3i64 }
-- output { 0i32 }
-- entry: scratched
-- input { [1i64,0i64] }
-- output { [0i64,0i64] }
-- entry: scratched_number
-- input { 5i64 }
-- output { 5i64 }

-- Too large to be put in place of its calls.
def large '^t (x: t) (n: i64): t =
  let a = n + 1 let b = a * 2 let c = b - n let d = c * c let e = d + a let f = e - b let g = f * 3 let h = g + c
  let i = h - d let j = i * 5 let k = j + e let l = k - f let m = l * 7 let o = m + g let p = o - h let q = p * 11
  in #[blank] (assert (a + b + c + d + e + f + g + h + i + j + k + l + m + o + p + q == -1) x)

def of_scratch 't (x: t) (n: i64): t =
  let a = n + 1 let b = a * 2 let c = b - n let d = c * c let e = d + a let f = e - b let g = f * 3 let h = g + c
  let i = h - d let j = i * 5 let k = j + e let l = k - f let m = l * 7 let o = m + g let p = o - h let q = p * 11
  let used = a + b + c + d + e + f + g + h + i + j + k + l + m + o + p + q
  in if used == -1 then x else #[scratch] x

-- The types go on to another such function.
def further 't (x: t) (n: i64): t =
  let a = n + 1 let b = a * 2 let c = b - n let d = c * c let e = d + a let f = e - b let g = f * 3 let h = g + c
  let i = h - d let j = i * 5 let k = j + e let l = k - f let m = l * 7 let o = m + g let p = o - h let q = p * 11
  in large x (a + b + c + d + e + f + g + h + i + j + k + l + m + o + p + q)

entry sums (n: i64): (i64, i64) =
  match large (#b : #a ([n]i64) | #b) n
  case #a ys -> (length ys, i64.sum ys)
  case #b -> (-1, -1)
entry arrays (n: i64): (i64, i32) =
  let xs = large (replicate n (#b 1 : #a i32 | #b i32)) n
  in (length xs, i32.sum (map (\x -> match x case #a i -> i case #b i -> i + 1) xs))
entry functions (n: i64) =
  let (f, _) = large ((\i -> replicate n i) : i32 -> [n]i32, 1i64) n
  in f 7
entry through (n: i64) =
  match further (#b : #a ([n]i64) | #b) n
  case #a ys -> length ys
  case #b -> -1
entry numbers (n: i64) = large 7i32 n
entry scratched (xs: []i64) = of_scratch xs 1
entry scratched_number (x: i64) = of_scratch x 1
