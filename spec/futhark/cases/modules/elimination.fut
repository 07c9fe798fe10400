-- Types that hide sizes, functors of functors and of values, and coerced values behave alike when modules are gone.
-- rules: FUT-M-ELIM, FUT-M-APPLY, FUT-M-HO, FUT-M-DEP, FUT-M-VAL, FUT-M-TYPE
-- stages: checks
--
-- One.
-- ==
-- entry: one
-- input { 3i64 } output { 3i64 }

-- two
-- ==
-- entry: two
-- input { [1,2,3] } output { 6i64 }

-- three
-- ==
-- entry: three
-- input { [1,2,3] } output { 3i64 4i64 }

-- four
-- ==
-- entry: four
-- input { [1,2,3] } output { [2,3,4] }

-- five
-- ==
-- entry: five
-- input { 2i64 } output { [0i64,1i64] 2i64 }

-- six
-- ==
-- entry: six
-- input { 4i64 } output { [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]] 10i32 }

-- seven
-- ==
-- entry: seven
-- input { [1,2] } output { [3,4] }

module m : {type~ t val mk : i64 -> t val len : t -> i64} = {
  type~ t = []i32
  def mk n = replicate n 0i32
  def len [n] (_: [n]i32) = n
}
entry one n = m.len (m.mk n)

module F (P: {type~ t val len : t -> i64}) = {
  def twice (x: P.t) = P.len x * 2
  module inner (Q: {val add : i64}) = { def both (x: P.t) = (P.len x, P.len x + Q.add) }
}
module A = F {type~ t = ?[n].[n]i32 def len [n] (_: [n]i32) = n}
entry two (xs: []i32) = A.twice xs
module AI = A.inner {def add = 1i64}
entry three (xs: []i32) = AI.both xs

module type mapper = {type t val f : t -> t}
module mk (M: mapper) = {def go [n] (xs: [n]M.t) : [n]M.t = map M.f xs}
module ho (G: (M: mapper) -> {val go [n] : [n]M.t -> [n]M.t}) = G {type t = i32 def f (x: i32) = x + 1}
module H = ho mk
entry four (xs: []i32) = H.go xs

module sized (P: {val n : i64}) = {
  type t = [P.n]i64
  def mk : t = iota P.n
  def sum (x: t) = length x
}
module S2 = sized {def n = 2i64}
entry five (_: i64) = (copy S2.mk, S2.sum S2.mk)

module type vec = {type v [n] val zero : (n: i64) -> v [n] val dot [n] : v [n] -> v [n] -> i32 val un [n] : v [n] -> [n]i32}
module v : vec = {
  type v [n] = [n]i32
  def zero n = replicate n 0i32
  def dot [n] (a: [n]i32) (b: [n]i32) = reduce (+) 10 (map2 (*) a b)
  def un [n] (x: [n]i32) = x
}
module use (V: vec) = {
  def square (n: i64) = replicate n (V.un (V.zero n))
  def d (n: i64) = V.dot (V.zero n) (V.zero n)
}
module uv = use v
entry six n = (uv.square n, uv.d n)

module g : {val app : (i32 -> i32) -> i32 -> i32} = {def app 'a 'b (f: a -> b) (x: a) : b = f x}
entry seven (xs: [2]i32) = map (g.app (+ 2)) xs
