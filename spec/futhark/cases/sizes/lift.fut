-- Each value of a size-lifted type has its own size.
-- rules: FUT-SZ-INST
-- ==
-- input { [1i32,2i32] [5i32] }
-- output { 8i32 3i64 }

type~ bag = ?[k].[k]i32
def total (a: bag) (b: bag) = i32.sum a + i32.sum b
def count (a: bag) (b: bag) = length a + length b
def main (xs: []i32) (ys: []i32) = (total xs ys, count xs ys)
