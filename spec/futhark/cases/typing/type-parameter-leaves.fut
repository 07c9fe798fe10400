-- The type parameter of a local function does not leave it by what a case has bound around it.
-- refuses: FUT-T-IF/branches
-- ==
-- error: FUT-T-IF

def f (u: i32) =
  match []
  case xs -> (let g 'a (z: a) = (if true then head xs else z) in g u)
def main (u: i32) = f u
