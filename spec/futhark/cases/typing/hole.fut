-- A typed hole has the type that its place asks for, and is an error when reached.
-- rules: FUT-T-HOLE
-- ==
-- input { false }
-- output { 5i32 }
-- input { true }
-- error: hole

def main (b: bool): i32 = if b then ??? else 5
