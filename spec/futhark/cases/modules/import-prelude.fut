-- The prelude is not imported by name.
-- refuses: FUT-M-IMPORT/builtin
-- ==
-- error: FUT-M-IMPORT

import "/prelude/array"
def main (y: i32) = y
