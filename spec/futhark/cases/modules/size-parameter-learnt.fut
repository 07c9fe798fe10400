-- A size parameter may stand for a size that the definition learns.  By the reference (Causality Restriction) no array has the size `k`
-- before `g` is applied, so this is refused, as Futhark does; it is accepted here because the one call of `h` shows the size before
-- anything needs it (FUT-SZ-AMBIG).  An extension.
-- rules: FUT-M-VALSIZE
-- ==
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] }

module m : { val g : (i64 -> ?[n].[n]i64) -> ?[n].[n]i64 } = {
  def g [k] (h: i64 -> [k]i64) : [k]i64 = h 3
}

def main (_: i64) = m.g iota
