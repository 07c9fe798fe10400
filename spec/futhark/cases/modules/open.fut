-- Opening a module brings its names into scope, and into the module that opens it.
-- rules: FUT-M-OPEN
-- ==
-- input { 3i32 }
-- output { 9i32 }

module a = { def f (x: i32) = x * 2 }
module b = { open a def g (x: i32) = f x + 3 }
open b
def main (x: i32) = g x + (b.f x - f x)
