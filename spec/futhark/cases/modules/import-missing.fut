-- An imported file must exist.
-- refuses: FUT-M-IMPORT/found
-- ==
-- error: FUT-M-IMPORT

import "lib/nowhere"
def main (x: i32) = x
