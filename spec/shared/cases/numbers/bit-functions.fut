-- Bits are counted, found, read and set.
-- rules: NUM-COUNT
-- ==
-- input { 40u8 }
-- output { 2i32 2i32 3i32 1i32 41u8 8i32 }

def main (x: u8) = (u8.popc x, u8.clz x, u8.ctz x, u8.get_bit 3 x, u8.set_bit 0 x 1, u8.clz 0)
