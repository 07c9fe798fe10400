-- Abstract types of the same name in two modules within a module are two types.
-- refuses: FUT-M-VAL/general
-- ==
-- error: FUT-M-VAL

module type T = { module m: { type a } module n: { type a } val x: m.a }
module K: T = { module m = { type a = i32 } module n = { type a = bool } def x = true }
def main (i: i32) = i
