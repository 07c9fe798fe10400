-- Without type parameters a local function has one type.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-APP

def main (a: i32) (b: bool) =
  let same x = x
  in (same a, same b)
