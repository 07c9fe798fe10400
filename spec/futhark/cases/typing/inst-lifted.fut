-- A lifted type parameter may stand for a function type.
-- rules: FUT-T-INST
-- ==
-- input { 5i32 }
-- output { 7i32 }

def keep '^a (x: a): a = x
def main (x: i32) = keep (\y -> y + x) 2i32
