-- Names that the module type does not list cannot be used.
-- refuses: FUT-T-VAR/bound
-- ==
-- error: FUT-

module type S = { val f: i32 -> i32 }
module M: S = { def helper (x: i32) = x + 1 def f (x: i32) = helper x }
def main (x: i32) = M.helper x
