-- A type that holds functions does not implement a plain one.
-- refuses: FUT-M-TYPE/lifted
-- ==
-- error: FUT-M-TYPE

module type S = { type t }
module M: S = { type^ t = i32 -> i32 }
def main (x: i32) = x
