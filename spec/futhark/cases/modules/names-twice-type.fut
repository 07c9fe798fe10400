-- A type is specified once, whether a specification says what it is or not.
-- refuses: FUT-M-NAMES/duplicate
-- ==
-- error: FUT-M-NAMES

module type T = { type t  type t = i32 }
def main (x: i32) = x
