-- Names and operators of a module are qualified by a dot.
-- rules: FUT-X-OPERATOR, FUT-X-SECTION
-- ==
-- input { 7u8 }
-- output { 15u8 2i32 8u8 }

def main (x: u8) = (x u8.+ 8, u8.popc 3, (u8.+) x 1)
