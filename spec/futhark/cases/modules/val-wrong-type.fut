-- A value must have the type that the module type gives it.
-- refuses: FUT-M-VAL/general
-- ==
-- error: FUT-M-VAL

module type S = { val x: i64 }
module M: S = { def x = 1i32 }
def main (y: i64) = y + M.x
