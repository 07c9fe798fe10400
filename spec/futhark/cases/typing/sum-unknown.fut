-- A constructor alone does not say which sum it belongs to.
-- refuses: FUT-T-SUM/known
-- ==
-- error: FUT-T-SUM

def main (x: i32) =
  let v = #some x
  in x
