-- They may be read.
-- rules: FUT-U-FORIN
-- ==
-- input { [[1i32,2i32],[3i32,4i32]] }
-- output { 4i32 }

def main (a: [][]i32) = loop s = 0 for row in a do s + row[0]
