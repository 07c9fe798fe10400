-- The least and the greatest number of each type, and what the largest and the smallest of none are.
-- rules: FUT-E-CONST
-- ==
-- entry: ends
-- input { } output { -128i8 127i8 -32768i16 32767i16 -2147483648i32 2147483647i32 -9223372036854775808i64 9223372036854775807i64 0u8 255u8 0u16 65535u16 0u32 4294967295u32 0u64 18446744073709551615u64 }

-- ==
-- entry: signed
-- input { [-32768i16] } output { -32768i16 -32768i16 }
-- input { empty([0]i16) } output { -32768i16 32767i16 }

-- ==
-- entry: unsigned
-- input { [65535u16] } output { 65535u16 65535u16 }
-- input { empty([0]u16) } output { 0u16 65535u16 }

entry ends =
  ( i8.lowest, i8.highest, i16.lowest, i16.highest, i32.lowest, i32.highest, i64.lowest, i64.highest
  , u8.lowest, u8.highest, u16.lowest, u16.highest, u32.lowest, u32.highest, u64.lowest, u64.highest )

entry signed (xs: []i16) = (i16.maximum xs, i16.minimum xs)
entry unsigned (xs: []u16) = (u16.maximum xs, u16.minimum xs)
