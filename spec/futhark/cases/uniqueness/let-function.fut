-- A function that consumed nothing when it was made may be bound and used.
-- rules: FUT-U-HOLET
-- ==
-- input { [5i32,6i32] }
-- output { 11i32 }

def main (a: []i32) = let f = (\(x: i32) -> x + a[0]) in f a[1]
