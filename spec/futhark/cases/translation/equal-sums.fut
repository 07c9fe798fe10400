-- Two sums are equal if and only if their records are: absent arguments are zeros of the same sizes, and NaN is where it was written only.
-- rules: FUT-PA-SUM
-- ==
-- entry: equal
-- input { 2i64 }
-- output { true false false true false }

-- ==
-- entry: nan
-- input { f64.nan }
-- output { false true }

type kind [n] = #none | #row ([n]f64) | #two f64 f64

entry equal (n: i64) =
  let none : kind [n] = #none
  let zeros : kind [n] = #row (replicate n 0)
  let two : kind [n] = #two 0 0
  in (none == #none, none == zeros, zeros == two, zeros == #row (map f64.i64 (map (* 0) (iota n))), two == #two 0 1)

entry nan (x: f64) =
  let one : kind [1] = #row [x]
  let none : kind [1] = #none
  in (one == one, none == #none)
