-- A size parameter is not the size that a result hides.
-- refuses: FUT-M-VALSIZE/fixed
-- ==
-- error: FUT-M-VALSIZE

module m : { val f : i64 -> ?[n].([n]i64, [n]i64) } = {
  def f [k] (x: i64) : ?[e].([e]i64, [k]i64) = (filter (> 0) (iota x), replicate k 0)
}
def main = let (a, b) = m.f 4 in zip a b
