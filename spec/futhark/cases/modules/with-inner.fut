-- An abstract type of a module within a module is refined, and implemented, by its path.
-- rules: FUT-M-WITH, FUT-M-SUB
-- ==
-- input { 4i32 }
-- output { 7i32 8i32 11i32 }

module type T = { module m: { type a module n: { type b } val y: n.b } val x: m.a }
module type U = T with m.a = i32 with m.n.b = i32
module K: U = { module m = { type a = i32 module n = { type b = i32 } def y = 4i32 } def x = 3i32 }
module F (P: { module m: { type a val y: a } val show: m.a -> i32 }) = { def z = P.show P.m.y }
module G = F { module m = { type a = bool def y = true } def show (b: bool) = if b then 7i32 else 0 }
def main (i: i32) = (K.x + i, K.m.y + i, G.z + i)
