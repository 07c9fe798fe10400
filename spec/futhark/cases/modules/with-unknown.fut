-- `with` names a type of the module type.
-- refuses: FUT-M-WITH/abstract_type
-- ==
-- error: FUT-M-

module type NUM = { type t val zero: t }
module type INT = NUM with u = i32
def main (x: i32) = x
