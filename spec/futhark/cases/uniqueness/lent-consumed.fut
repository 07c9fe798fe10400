-- What a function of a functor gives of the argument's constant is for all to see: nobody consumes it.
-- refuses: FUT-U-R-CONSUME/consumable
-- forced: poison
-- given: { 3f64 }
-- ==
-- error: FUT-U-R-CONSUME

module m = { type t = [1]f64 def zero : t = [1f64] }
module F (P: { type t val zero : t }) = { def f (x: f64) : {a: P.t, b: f64} = {a = P.zero, b = x} }
module n = F m
def main (x: f64) =
  let g = n.f
  let {a = v, b = _} = g x
  let v[0] = x
  in (v, (n.f x).a[0])
