-- In a module type an anonymous size of a result is unknown to the module's users.
-- rules: FUT-SZ-ANONSPEC
-- ==
-- input { 3i64 }
-- output { 3i64 }

module type S = { val make: i64 -> []i32 }
module M: S = { def make (n: i64): [n]i32 = replicate n 1 }
def main (n: i64) = length (M.make n)
