-- What a branch gives of two parameters does not implement a result of the size of one.
-- refuses: FUT-M-VALSIZE/fixed
-- ==
-- error: FUT-M-

module type P = { val pick [n]: bool -> [n]i32 -> [n]i32 -> [n]i32 }
module M: P = { def pick (c: bool) (a: []i32) (b: []i32) = if c then a else b }
def main (xs: []i32) = M.pick true xs xs
