-- A function does not take arrays of a size that goes out of scope, if nothing shows that size.
-- refuses: FUT-SZ-SCOPE/shown
-- ==
-- error: FUT-SZ-SCOPE

def call [n] (f: [n]i64 -> i64) : i64 = f (replicate n 0)

def main (a: i64) (b: i64) =
  let f =
    let (k, _) = (a / b, a % b)
    in \(xs: [k]i64) -> length (zip xs (iota k))
  in call f
