-- Two values of a type that hides a size have each its own: in one function, as operands of one that keeps either, and where a function is used at a known size too.
-- rules: FUT-MO-NAMED, FUT-MO-INST
-- ==
-- entry: beside partly
-- input { 2i64 3i64 }
-- output { 203i64 }
-- input { 3i64 2i64 }
-- output { 302i64 }

-- ==
-- entry: longer
-- input { 2i64 3i64 }
-- output { 3i64 }
-- input { 3i64 2i64 }
-- output { 3i64 }

-- ==
-- entry: known_first hidden_first
-- input { 2i64 3i64 }
-- output { 203i64 }

module type with_length = {
  type~ t
  val of : i64 -> t
  val len : t -> i64
  val longer : t -> t -> t
}

module m : with_length = {
  type~ t = ?[n].[n]i64
  def of (n: i64) : t = iota n
  def len [n] (_: [n]i64) : i64 = n
  def longer [n] [m] (xs: [n]i64) (ys: [m]i64) : t = if n > m then xs else ys
}

def same '^a (x: a) = x

entry beside (a: i64) (b: i64) =
  let both (x: m.t) (y: m.t) = m.len x * 100 + m.len y
  in both (m.of a) (m.of b)

entry partly (a: i64) (b: i64) =
  let both (x: m.t) = \(y: m.t) -> m.len x * 100 + m.len y
  let f = both (m.of a)
  in f (m.of b)

entry longer (a: i64) (b: i64) = m.len (m.longer (m.of a) (m.of b))

entry known_first (a: i64) (b: i64) =
  let x = same (iota a)
  let y = same (m.of b)
  in length x * 100 + m.len y

entry hidden_first (a: i64) (b: i64) =
  let y = same (m.of b)
  let x = same (iota a)
  in length x * 100 + m.len y
