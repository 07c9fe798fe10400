-- What is no finite number becomes 0 in every integer type.
-- slip: FUT-Z-41. What compiled code gives is not known for all devices; here it is defined.
-- rules: NUM-FLOAT-INT
-- ==
-- entry: single
-- input { [f32.inf, -f32.inf, f32.nan] }
-- output { [0i64, 0i64, 0i64] [0i32, 0i32, 0i32] [0i8, 0i8, 0i8] [0u64, 0u64, 0u64] [0u16, 0u16, 0u16] }

-- ==
-- entry: double
-- input { [f64.inf, -f64.inf, f64.nan] }
-- output { [0i64, 0i64, 0i64] [0i32, 0i32, 0i32] [0i16, 0i16, 0i16] [0u64, 0u64, 0u64] [0u8, 0u8, 0u8] }

-- ==
-- entry: half
-- input { [f16.inf, -f16.inf, f16.nan] }
-- output { [0i64, 0i64, 0i64] [0i32, 0i32, 0i32] [0u32, 0u32, 0u32] }

entry single (xs: []f32) = (map i64.f32 xs, map i32.f32 xs, map i8.f32 xs, map u64.f32 xs, map u16.f32 xs)
entry double (xs: []f64) = (map i64.f64 xs, map i32.f64 xs, map i16.f64 xs, map u64.f64 xs, map u8.f64 xs)
entry half (xs: []f16) = (map i64.f16 xs, map i32.f16 xs, map u32.f16 xs)
