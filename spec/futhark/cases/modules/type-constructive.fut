-- A size parameter of an abstract type is the size of an array in its implementation.
-- refuses: FUT-M-TYPE/constructive
-- ==
-- error: FUT-

module type S = { type^ t [n] }
module M: S = { type^ t [n] = [n]i32 -> i32 }
def main (x: i32) = x
