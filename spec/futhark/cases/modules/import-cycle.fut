-- Imports may not go in a circle.
-- refuses: FUT-M-IMPORT/cycle
-- ==
-- error: FUT-M-IMPORT

import "lib/round"
def main (x: i32) = x
