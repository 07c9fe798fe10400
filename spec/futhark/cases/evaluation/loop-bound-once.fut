-- The bound of a for loop is evaluated once.
-- rules: FUT-E-LOOPFOR
-- ==
-- input { 3i32 }
-- output { 24i32 }

def main (n: i32) = loop n for _i < n do n * 2
