-- Each application makes its abstract types anew.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-

module type OUT = { type t val make: i32 -> t val read: t -> i32 }
module box (P: { val k: i32 }): OUT = { type t = i32 def make (x: i32) = x * P.k def read (x: i32) = x }
module A = box { def k = 1i32 }
module B = box { def k = 1i32 }
def main (x: i32) = A.read (B.make x)
