-- Attributes stand before declarations and expressions.
-- rules: FUT-X-EXP
-- ==
-- input { 3i32 }
-- output { 6i32 }

#[inline]
def double (x: i32) = #[opaque(deep, 3)] x + x
def main (x: i32) = double x
