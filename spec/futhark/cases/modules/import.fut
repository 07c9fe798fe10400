-- A file is a module, found relative to the file that imports it.
-- rules: FUT-M-IMPORT
-- ==
-- input { 3i32 }
-- output { 28i32 }

import "lib/cube"
module again = import "lib/cube"
def main (x: i32) = cube x + again.one
