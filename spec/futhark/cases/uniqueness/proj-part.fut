-- A field aliases its part of the record.
-- rules: FUT-U-PROJ
-- ==
-- input { [1i32] [2i32] }
-- output { 1i32 [2i32] }

def main (a: []i32) (b: []i32) = let r = {one = a, two = b} in (r.one[0], r.two)
