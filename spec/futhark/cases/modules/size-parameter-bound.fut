-- A size parameter of a definition does not stand for a size that a functional parameter's own type binds.
-- refuses: FUT-M-VALSIZE/fixed
-- ==
-- error: FUT-M-VALSIZE

module m : { val f : ((n: i64) -> [n]i64) -> i64 } = {
  def f [k] (g: i64 -> [k]i64) : i64 = length (zip (g 1) (g 2))
}
def main = m.f iota
