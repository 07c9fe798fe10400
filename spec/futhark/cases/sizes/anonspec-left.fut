-- In a module type an anonymous size may not stand left of an arrow.
-- refuses: FUT-SZ-ANONSPEC/named
-- ==
-- error: FUT-

module type S = { val total: []i32 -> i32 }
module M: S = { def total [n] (xs: [n]i32) = i32.sum xs }
def main (xs: []i32) = M.total xs
