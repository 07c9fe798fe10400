-- An operator that a definition defines is the definition itself in its body, not the operator outside.
-- refuses: FUT-T-RECFUN/monomorphic
-- ==
-- error: it was the outer .*FUT-T-RECFUN

module vector = {
  type t = {x: f32, y: f32}
  def (+) (a: t) (b: t): t = {x = a.x + b.x, y = a.y + b.y}
}
def main (x: f32) = x
