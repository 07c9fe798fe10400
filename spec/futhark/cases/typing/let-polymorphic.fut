-- A local function with type parameters can be used at two types.
-- rules: FUT-T-LET, FUT-T-APP, FUT-T-VAR, FUT-T-REDEF
-- ==
-- input { 4i32 true }
-- output { 4i32 true true 4i32 }

def main (a: i32) (b: bool) =
  let swap 'x 'y (x: x) (y: y) = (y, x)
  let (p, q) = swap b a
  let (r, s) = swap a b
  in (p, q, r, s)
