-- A file does not end inside of a declaration.
-- refuses: FUT-X-PROGRAM/end
-- ==
-- error: FUT-X-PROGRAM

def main (x: i32) =
