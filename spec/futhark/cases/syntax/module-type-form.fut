-- A module type stands after the equals sign.
-- refuses: FUT-X-MODULE/module_type
-- ==
-- error: FUT-X-MODULE

module type m = 3
def main (x: i32) = x
