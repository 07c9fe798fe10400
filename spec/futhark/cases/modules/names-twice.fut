-- One module does not define a name twice.
-- refuses: FUT-M-NAMES/duplicate
-- ==
-- error: FUT-M-

module m = { def x = 1i32 def x = 2i32 }
def main (y: i32) = m.x + y
