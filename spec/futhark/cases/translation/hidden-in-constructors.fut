-- Each constructor hides sizes of its own; those of one that a value does not have are 0.
-- rules: FUT-PA-SUM, FUT-MO-INST
-- ==
-- input { [3, -1, 4] }
-- output { 2i64 1i64 }

type^ side '~b = #left b | #right i64 b | #none

def put 'a '~b (f: a -> b) (left: bool) (x: a) : side b = if left then #left (f x) else #right 1 (f x)

entry main (xs: []i32) =
  let more = match put (filter (> 0)) true xs
             case #left ys -> length ys
             case #right k ys -> k * length ys
             case #none -> 0
  let less = match put (filter (< 0)) false xs
             case #left ys -> length ys
             case #right k ys -> k * length ys
             case #none -> 0
  in (more, less)
