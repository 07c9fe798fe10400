-- A module within a module has the abstract type, not the one around it.
-- refuses: FUT-M-WITH/abstract_type
-- ==
-- error: FUT-M-WITH

module type T = { module m: { type a } val x: m.a }
module type U = T with a = i32
def main (i: i32) = i
