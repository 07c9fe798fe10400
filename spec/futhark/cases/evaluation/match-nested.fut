-- Patterns look inside constructors and tuples.
-- rules: FUT-E-MATCH, FUT-E-CONSTR
-- ==
-- input { 3i32 }
-- output { 103i32 3i32 -1i32 }

type t = #leaf i32 | #two (i32, i32) | #nil
def f (x: t) =
  match x
  case #two (1, y) -> y + 100
  case #two (_, y) -> y
  case #leaf y -> y
  case #nil -> -1
def main (x: i32) = (f (#two (1, x)), f (#two (2, x)), f #nil)
