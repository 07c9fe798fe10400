-- An abstract type is what it stands for, and a size that it hides is read off its values.
-- rules: FUT-MO-NAMED
-- ==
-- input { 3i64 }
-- output { 3i64 6i64 4i64 }

module M: {
  type~ t
  type pair 'a
  val mk: i64 -> t
  val size: t -> i64
  val two 'a: a -> pair a
  val first 'a: pair a -> a
} = {
  type~ t = ?[n].[n]i64
  type pair 'a = (a, a)
  def mk (n: i64): t = iota n
  def size (xs: t) = length xs
  def two 'a (x: a) = (x, x)
  def first 'a (x: a, _: a) = x
}

entry main (n: i64) =
  let x = M.mk n
  let y = M.mk (2 * n)
  in (M.size x, M.size y, M.first (M.two 4i64))
