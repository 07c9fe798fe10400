-- A module is opened in an expression by a dot.
-- rules: FUT-X-OPEN
-- ==
-- input { 3i32 }
-- output { 6i32 }

module m = { def twice (x: i32) = x * 2 }
def main (x: i32) = m.(twice x)
