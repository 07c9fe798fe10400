-- Both branches of a conditional have its type.
-- rules: FUT-T-IF, FUT-T-ORDER0
-- ==
-- input { true 3i32 }
-- output { 4i32 }
-- input { false 3i32 }
-- output { 2i32 }

def main (b: bool) (x: i32) = if b then x + 1 else x - 1
