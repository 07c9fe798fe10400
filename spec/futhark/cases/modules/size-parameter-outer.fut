-- A size parameter may stand for a parameter of the specification.  By the reference a size parameter has to be known before its function
-- is used (Causality Restriction): here it is `n`, a name in scope where `m.f` is applied, and no size is computed late.
-- rules: FUT-M-VALSIZE
-- ==
-- input { 2i64 }
-- output { [2i64, 2i64] }

module m : { val f : (n: i64) -> [n]i64 } = {
  def f [k] : i64 -> [k]i64 = \x -> replicate k x
}

def main (n: i64) = m.f n
