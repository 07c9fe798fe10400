-- A match on a sum must have a case for each constructor.
-- refuses: FUT-T-MATCH/exhaustive
-- ==
-- error: FUT-T-MATCH

type shape = #dot | #circle f32 | #square f32
def main (r: f32) =
  let s: shape = #circle r
  in match s
     case #dot -> 0
     case #square d -> d * d
