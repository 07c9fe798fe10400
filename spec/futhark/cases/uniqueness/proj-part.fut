-- A field aliases its part of the record.
-- slip: FUT-Z-42. Seen with the compiler 0.25.31; newer ones keep the paths of fields in aliases, and were not run.
-- rules: FUT-U-PROJ
-- ==
-- input { [1i32] [2i32] }
-- output { 1i32 [2i32] }

def main (a: []i32) (b: []i32) = let r = {one = a, two = b} in (r.one[0], r.two)
