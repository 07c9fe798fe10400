-- A definition whose parameters leave their sizes out implements one for arrays of any two sizes, though a branch gives either.
-- rules: FUT-M-VALSIZE
-- ==
-- input { false [1i32, 2i32] [5i32] }
-- output { [5i32] }

module type P = { val pick [n] [m]: bool -> [n]i32 -> [m]i32 -> []i32 }
module M: P = { def pick (c: bool) (a: []i32) (b: []i32) = if c then a else b }
def main (c: bool) (a: []i32) (b: []i32) = M.pick c a b
