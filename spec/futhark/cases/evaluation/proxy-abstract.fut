-- The sizes of abstract types are compared as those of what they stand for.
-- rules: FUT-E-PROXY
-- refuses: FUT-E-PROXY/result
-- ==
-- input { 4i64 }
-- output { 4i64 }
-- input { 3i64 }
-- error: FUT-E-PROXY

module vec : {
  type t [n]
  val make : (n: i64) -> t [n]
  val array [n] : t [n] -> [n]i64
} = {
  type t [n] = [n]i64
  def make (n: i64) : t [n] = replicate n 1
  def array [n] (v: t [n]) : [n]i64 = v
}

def main (k: i64) = length (zip (vec.array ((vec.make :> ((n: i64) -> vec.t [k])) 4)) (iota k))
