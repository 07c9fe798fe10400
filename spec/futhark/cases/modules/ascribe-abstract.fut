-- An abstract type equals no other type, not even its definition.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-

module type S = { type t val make: i32 -> t }
module M: S = { type t = i32 def make (x: i32) = x }
def main (x: i32) = i32.abs (M.make x)
