-- A lambda extends as far as it can.
-- rules: FUT-X-EXP
-- ==
-- input { 3i32 }
-- output { 10i32 }

def twice (f: i32 -> i32) (x: i32) = f (f x)
def main (x: i32) = twice (\y -> let z = y * 2 in z - 1 + 0) x - 0 + 1
