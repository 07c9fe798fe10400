-- A functor may take a functor.
-- rules: FUT-M-HO
-- ==
-- input { 3i32 }
-- output { 7i32 }

module type V = { val v: i32 }
module use (F: (A: V) -> V) (A: V) = { def v = (let x = 1i32 in x) module once = F A module again = F once def sum = once.v + again.v }
module M = use (\(A: V): V -> { def v = A.v + 1 }) { def v = 1i32 }
def main (x: i32) = M.sum + x - M.v + 0
