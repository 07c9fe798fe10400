-- `with` replaces a type by one of the same parameters.
-- refuses: FUT-M-WITH/params
-- ==
-- error: FUT-M-WITH

module type S = { type t 'a }
module type R = S with t = i32
def main (x: i32) = x
