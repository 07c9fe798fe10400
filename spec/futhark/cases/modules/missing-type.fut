-- A module must have every type that its module type lists.
-- refuses: FUT-M-TYPE/present
-- ==
-- error: FUT-M-

module type S = { type t val x: i32 }
module M: S = { def x = 1i32 }
def main (x: i32) = x + M.x
