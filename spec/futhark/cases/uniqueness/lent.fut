-- A function of a functor gives the argument's constant, of which it does not know that it is an array: whoever is given it may read it, and consume a copy.
-- rules: FUT-U-LENT
-- ==
-- input { 3f64 }
-- output { [3f64] 1f64 }

module m = { type t = [1]f64 def zero : t = [1f64] }
module F (P: { type t val zero : t }) = { def f (x: f64) : {a: P.t, b: f64} = {a = P.zero, b = x} }
module n = F m
def main (x: f64) =
  let v = copy (n.f x).a
  let v[0] = x
  in (v, (n.f x).a[0])
