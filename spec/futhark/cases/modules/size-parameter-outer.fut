-- A size parameter may stand for a parameter of the specification, and for one that the definition learns.
-- rules: FUT-M-VALSIZE
-- ==
-- entry: outer
-- input { 2i64 }
-- output { [2i64, 2i64] }

-- ==
-- entry: learns
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] }

module m : {
  val f : (n: i64) -> [n]i64
  val g : (i64 -> ?[n].[n]i64) -> ?[n].[n]i64
} = {
  def f [k] : i64 -> [k]i64 = \x -> replicate k x
  def g [k] (h: i64 -> [k]i64) : [k]i64 = h 3
}

entry outer (n: i64) = m.f n
entry learns (_: i64) = m.g iota
