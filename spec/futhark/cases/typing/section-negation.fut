-- A minus sign in parentheses before one operand is negation, not a section.
-- rules: FUT-T-OPS
-- ==
-- input { 4i32 }
-- output { -4i32 }

def main (x: i32) = (-x)
