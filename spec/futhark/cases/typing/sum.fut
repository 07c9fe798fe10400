-- A constructor is applied to all its arguments and its sum type is known.
-- rules: FUT-T-SUM
-- ==
-- input { 3i32 4i32 }
-- output { 12i32 3i32 0i32 }

type shape = #none | #line i32 | #box i32 i32
def area (s: shape) = match s case #none -> 0 case #line n -> n case #box a b -> a * b
def main (x: i32) (y: i32) = (area (#box x y), area (#line x), area #none)
