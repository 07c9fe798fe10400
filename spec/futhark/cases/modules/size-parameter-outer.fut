-- A size parameter may stand for a parameter of the specification.  By the reference every size parameter is "used as the size of some
-- parameter", which `k` is not, and Futhark refuses this module; that is as causality wants where nothing tells the size.  Here the specification
-- does: it is `n`, which is known wherever `m.f` is applied, so nothing is needed before it is there.  An extension.
-- rules: FUT-M-VALSIZE
-- ==
-- input { 2i64 }
-- output { [2i64, 2i64] }

module m : { val f : (n: i64) -> [n]i64 } = {
  def f [k] : i64 -> [k]i64 = \x -> replicate k x
}

def main (n: i64) = m.f n
