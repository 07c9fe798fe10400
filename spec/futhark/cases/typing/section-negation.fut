-- A minus sign in parentheses before one operand is negation, not a section.
-- ==
-- input { 4i32 }
-- output { -4i32 }

def main (x: i32) = (-x)
