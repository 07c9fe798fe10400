-- Nor for one that the result of a functional parameter hides.
-- refuses: FUT-M-VALSIZE/fixed
-- ==
-- error: FUT-M-VALSIZE

module m : { val f : (i64 -> ?[n].[n]i64) -> i64 } = {
  def f [k] (g: i64 -> [k]i64) : i64 = length (zip (g 1) (g 2))
}
def main = m.f iota
