-- `with` applies to abstract types only.
-- refuses: FUT-M-WITH/abstract_type
-- ==
-- error: FUT-M-WITH

module type NUM = { type t = i64 val zero: t }
module type INT = NUM with t = i32
def main (x: i32) = x
