-- The argument of a functor must implement the parameter.
-- refuses: FUT-M-VAL/present
-- ==
-- error: FUT-M-

module type STEP = { type s val next: s -> s }
module twice (P: STEP) = { def go (x: P.s) = P.next (P.next x) }
module T = twice { type s = i32 }
def main (x: i32) = T.go x
