-- An included module type must be bound.
-- refuses: FUT-M-NAMES/module_type
-- ==
-- error: FUT-

module type B = { include A val two: i32 }
def main (x: i32) = x
