-- A module type has specifications, not definitions.
-- refuses: FUT-X-MODULE/item
-- ==
-- error: FUT-X-MODULE

module type m = { def x = 3 }
def main (x: i32) = x
