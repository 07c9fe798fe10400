-- The smallest program: what it takes is start-up, the checking of the prelude included.
-- ==
-- input { 1i32 } output { 3i32 }
def twice (x: i32): i32 = x * 2
def main (x: i32) = twice x + 1
