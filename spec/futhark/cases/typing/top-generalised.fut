-- A top-level function is generalised over types.
-- rules: FUT-T-TOP, FUT-T-INST
-- ==
-- input { 3i32 2.5f64 }
-- output { 3i32 2.5f64 }

def first a _ = a
def main (x: i32) (y: f64) = (first x y, first y x)
