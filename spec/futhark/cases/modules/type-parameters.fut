-- An abstract type is implemented by one with the same parameters.
-- refuses: FUT-M-TYPE/params
-- ==
-- error: FUT-M-

module type S = { type t 'a }
module M: S = { type t 'a 'b = (a, b) }
def main (x: i32) = x
