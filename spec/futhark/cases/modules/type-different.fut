-- A module with another type does not implement it.
-- refuses: FUT-M-TYPE/equal
-- ==
-- error: FUT-M-

module type S = { type t = i32 }
module M: S = { type t = i64 }
def main (x: i32) = x
