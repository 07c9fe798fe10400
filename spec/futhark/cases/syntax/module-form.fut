-- A module stands after the equals sign.
-- refuses: FUT-X-MODULE/module
-- ==
-- error: FUT-X-MODULE

module m = 3
def main (x: i32) = x
