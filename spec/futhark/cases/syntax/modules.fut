-- Modules and module types in all their forms.
-- rules: FUT-X-MODULE
-- ==
-- input { 3i32 }
-- output { 12i32 }

module type s = { type t val f: t -> i32 -> t module inner: { val k: i32 } }
module type s32 = { include s with t = i32 }
module m: s32 = { type t = i32 def f (x: i32) (y: i32) = x + y module inner = { def k = 2i32 } }
module add (p: { val n: i32 }) : { val go: i32 -> i32 } = { def go (x: i32) = x + p.n }
module five = add { def n = 5i32 }
module same = \(p: { val n: i32 }) -> p
module six = same { def n = 6i32 }
local open m
def main (x: i32) = f (five.go x) (inner.k + six.n - 4)
