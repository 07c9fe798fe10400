-- `lowest`, `highest` and `num_bits` describe a type.
-- rules: FUT-E-CONST
-- ==
-- input {}
-- output { -32768i16 32767i16 0u16 65535u16 16i32 }

def main = (i16.lowest, i16.highest, u16.lowest, u16.highest, i16.num_bits)
