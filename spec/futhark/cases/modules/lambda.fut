-- A module-level lambda is a functor.
-- rules: FUT-M-APPLY
-- ==
-- input { 3i32 }
-- output { 13i32 }

module add = \(A: { val k: i32 }) -> { def f (x: i32) = x + A.k }
module ten = add { def k = 10i32 }
def main (x: i32) = ten.f x
