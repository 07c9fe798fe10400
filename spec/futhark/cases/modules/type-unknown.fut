-- A module type must be bound.
-- refuses: FUT-M-NAMES/module_type
-- ==
-- error: FUT-

module M: NOWHERE = { def x = 1i32 }
def main (x: i32) = x + M.x
