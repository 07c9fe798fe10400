-- A let-bound value, even a lambda, has one type.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-

def main (a: i32) (b: bool) =
  let same = \x -> x
  in (same a, same b)
