-- Nor does a type parameter stand for a type with such a size.
-- refuses: FUT-M-VALSIZE/fixed
-- ==
-- error: FUT-M-VALSIZE

module m : { val f : (i64 -> ?[n].[n]i64) -> i64 } = {
  def f 'a (g: i64 -> a) : i64 = length [g 1, g 2]
}
def main = m.f iota
