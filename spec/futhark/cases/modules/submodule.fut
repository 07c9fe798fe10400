-- A module inside a module is matched by its own module type.
-- rules: FUT-M-SUB
-- ==
-- input { 2i32 }
-- output { 5i32 }

module type IN = { val k: i32 }
module type OUT = { module inner: IN val f: i32 -> i32 }
module M: OUT = { module inner = { def k = 3i32 def hidden = true } def f (x: i32) = x + inner.k }
def main (x: i32) = M.f x + (M.inner.k - 3)
