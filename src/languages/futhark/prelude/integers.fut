-- | The modules of `bool` and of the integers.
--
-- Every definition is one primitive function, so that a call costs no more than
-- the operator.

import "numeric"

-- | Truth values made from numbers.
module bool : from_prim with t = bool = {
  type t = bool

  def i8 = intrinsics.i8_to_bool
  def i16 = intrinsics.i16_to_bool
  def i32 = intrinsics.i32_to_bool
  def i64 = intrinsics.i64_to_bool
  def u8 = intrinsics.u8_to_bool
  def u16 = intrinsics.u16_to_bool
  def u32 = intrinsics.u32_to_bool
  def u64 = intrinsics.u64_to_bool
  def f16 = intrinsics.f16_to_bool
  def f32 = intrinsics.f32_to_bool
  def f64 = intrinsics.f64_to_bool
  def bool = intrinsics.bool_to_bool
}

-- | Signed integers of 8 bits.
module i8 : integral with t = i8 = {
  type t = i8

  def i8 = intrinsics.i8_to_i8
  def i16 = intrinsics.i16_to_i8
  def i32 = intrinsics.i32_to_i8
  def i64 = intrinsics.i64_to_i8
  def u8 = intrinsics.u8_to_i8
  def u16 = intrinsics.u16_to_i8
  def u32 = intrinsics.u32_to_i8
  def u64 = intrinsics.u64_to_i8
  def f16 = intrinsics.f16_to_i8
  def f32 = intrinsics.f32_to_i8
  def f64 = intrinsics.f64_to_i8
  def bool = intrinsics.bool_to_i8

  def (+) = intrinsics.add_i8
  def (-) = intrinsics.sub_i8
  def (*) = intrinsics.mul_i8
  def (/) = intrinsics.div_i8
  def (%) = intrinsics.mod_i8
  def (**) = intrinsics.pow_i8

  def (==) = intrinsics.eq_i8
  def (!=) = intrinsics.ne_i8
  def (<) = intrinsics.lt_i8
  def (<=) = intrinsics.le_i8
  def (>) = intrinsics.gt_i8
  def (>=) = intrinsics.ge_i8

  def to_i64 = intrinsics.i8_to_i64

  def neg = intrinsics.neg_i8
  def min = intrinsics.min_i8
  def max = intrinsics.max_i8
  def abs = intrinsics.abs_i8
  def sgn = intrinsics.sgn_i8
  def (//) = intrinsics.quot_i8
  def (%%) = intrinsics.rem_i8
  def (&) = intrinsics.and_i8
  def (|) = intrinsics.or_i8
  def (^) = intrinsics.xor_i8
  def (<<) = intrinsics.shl_i8
  def (>>) = intrinsics.shr_i8
  def (>>>) = intrinsics.lshr_i8
  def not = intrinsics.not_i8
  def popc = intrinsics.popc_i8
  def mul_hi = intrinsics.mul_hi_i8
  def mad_hi = intrinsics.mad_hi_i8
  def clz = intrinsics.clz_i8
  def ctz = intrinsics.ctz_i8

  def highest = 127i8
  def lowest = -127i8 - 1
  def num_bits = 8i32
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.i8_to_i32 ((x >> i32 bit) & 1)
  def set_bit (bit: i32) (x: t) (b: i32) : t = (x & not (1 << i32 bit)) | (i32 b << i32 bit)

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_i8 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_i8 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_i8 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_i8 highest xs
}

-- | Signed integers of 16 bits.
module i16 : integral with t = i16 = {
  type t = i16

  def i8 = intrinsics.i8_to_i16
  def i16 = intrinsics.i16_to_i16
  def i32 = intrinsics.i32_to_i16
  def i64 = intrinsics.i64_to_i16
  def u8 = intrinsics.u8_to_i16
  def u16 = intrinsics.u16_to_i16
  def u32 = intrinsics.u32_to_i16
  def u64 = intrinsics.u64_to_i16
  def f16 = intrinsics.f16_to_i16
  def f32 = intrinsics.f32_to_i16
  def f64 = intrinsics.f64_to_i16
  def bool = intrinsics.bool_to_i16

  def (+) = intrinsics.add_i16
  def (-) = intrinsics.sub_i16
  def (*) = intrinsics.mul_i16
  def (/) = intrinsics.div_i16
  def (%) = intrinsics.mod_i16
  def (**) = intrinsics.pow_i16

  def (==) = intrinsics.eq_i16
  def (!=) = intrinsics.ne_i16
  def (<) = intrinsics.lt_i16
  def (<=) = intrinsics.le_i16
  def (>) = intrinsics.gt_i16
  def (>=) = intrinsics.ge_i16

  def to_i64 = intrinsics.i16_to_i64

  def neg = intrinsics.neg_i16
  def min = intrinsics.min_i16
  def max = intrinsics.max_i16
  def abs = intrinsics.abs_i16
  def sgn = intrinsics.sgn_i16
  def (//) = intrinsics.quot_i16
  def (%%) = intrinsics.rem_i16
  def (&) = intrinsics.and_i16
  def (|) = intrinsics.or_i16
  def (^) = intrinsics.xor_i16
  def (<<) = intrinsics.shl_i16
  def (>>) = intrinsics.shr_i16
  def (>>>) = intrinsics.lshr_i16
  def not = intrinsics.not_i16
  def popc = intrinsics.popc_i16
  def mul_hi = intrinsics.mul_hi_i16
  def mad_hi = intrinsics.mad_hi_i16
  def clz = intrinsics.clz_i16
  def ctz = intrinsics.ctz_i16

  def highest = 32767i16
  def lowest = -32767i16 - 1
  def num_bits = 16i32
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.i16_to_i32 ((x >> i32 bit) & 1)
  def set_bit (bit: i32) (x: t) (b: i32) : t = (x & not (1 << i32 bit)) | (i32 b << i32 bit)

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_i16 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_i16 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_i16 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_i16 highest xs
}

-- | Signed integers of 32 bits.
module i32 : integral with t = i32 = {
  type t = i32

  def i8 = intrinsics.i8_to_i32
  def i16 = intrinsics.i16_to_i32
  def i32 = intrinsics.i32_to_i32
  def i64 = intrinsics.i64_to_i32
  def u8 = intrinsics.u8_to_i32
  def u16 = intrinsics.u16_to_i32
  def u32 = intrinsics.u32_to_i32
  def u64 = intrinsics.u64_to_i32
  def f16 = intrinsics.f16_to_i32
  def f32 = intrinsics.f32_to_i32
  def f64 = intrinsics.f64_to_i32
  def bool = intrinsics.bool_to_i32

  def (+) = intrinsics.add_i32
  def (-) = intrinsics.sub_i32
  def (*) = intrinsics.mul_i32
  def (/) = intrinsics.div_i32
  def (%) = intrinsics.mod_i32
  def (**) = intrinsics.pow_i32

  def (==) = intrinsics.eq_i32
  def (!=) = intrinsics.ne_i32
  def (<) = intrinsics.lt_i32
  def (<=) = intrinsics.le_i32
  def (>) = intrinsics.gt_i32
  def (>=) = intrinsics.ge_i32

  def to_i64 = intrinsics.i32_to_i64

  def neg = intrinsics.neg_i32
  def min = intrinsics.min_i32
  def max = intrinsics.max_i32
  def abs = intrinsics.abs_i32
  def sgn = intrinsics.sgn_i32
  def (//) = intrinsics.quot_i32
  def (%%) = intrinsics.rem_i32
  def (&) = intrinsics.and_i32
  def (|) = intrinsics.or_i32
  def (^) = intrinsics.xor_i32
  def (<<) = intrinsics.shl_i32
  def (>>) = intrinsics.shr_i32
  def (>>>) = intrinsics.lshr_i32
  def not = intrinsics.not_i32
  def popc = intrinsics.popc_i32
  def mul_hi = intrinsics.mul_hi_i32
  def mad_hi = intrinsics.mad_hi_i32
  def clz = intrinsics.clz_i32
  def ctz = intrinsics.ctz_i32

  def highest = 2147483647i32
  def lowest = -2147483647i32 - 1
  def num_bits = 32i32
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.i32_to_i32 ((x >> i32 bit) & 1)
  def set_bit (bit: i32) (x: t) (b: i32) : t = (x & not (1 << i32 bit)) | (i32 b << i32 bit)

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_i32 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_i32 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_i32 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_i32 highest xs
}

-- | Signed integers of 64 bits.
module i64 : integral with t = i64 = {
  type t = i64

  def i8 = intrinsics.i8_to_i64
  def i16 = intrinsics.i16_to_i64
  def i32 = intrinsics.i32_to_i64
  def i64 = intrinsics.i64_to_i64
  def u8 = intrinsics.u8_to_i64
  def u16 = intrinsics.u16_to_i64
  def u32 = intrinsics.u32_to_i64
  def u64 = intrinsics.u64_to_i64
  def f16 = intrinsics.f16_to_i64
  def f32 = intrinsics.f32_to_i64
  def f64 = intrinsics.f64_to_i64
  def bool = intrinsics.bool_to_i64

  def (+) = intrinsics.add_i64
  def (-) = intrinsics.sub_i64
  def (*) = intrinsics.mul_i64
  def (/) = intrinsics.div_i64
  def (%) = intrinsics.mod_i64
  def (**) = intrinsics.pow_i64

  def (==) = intrinsics.eq_i64
  def (!=) = intrinsics.ne_i64
  def (<) = intrinsics.lt_i64
  def (<=) = intrinsics.le_i64
  def (>) = intrinsics.gt_i64
  def (>=) = intrinsics.ge_i64

  def to_i64 = intrinsics.i64_to_i64

  def neg = intrinsics.neg_i64
  def min = intrinsics.min_i64
  def max = intrinsics.max_i64
  def abs = intrinsics.abs_i64
  def sgn = intrinsics.sgn_i64
  def (//) = intrinsics.quot_i64
  def (%%) = intrinsics.rem_i64
  def (&) = intrinsics.and_i64
  def (|) = intrinsics.or_i64
  def (^) = intrinsics.xor_i64
  def (<<) = intrinsics.shl_i64
  def (>>) = intrinsics.shr_i64
  def (>>>) = intrinsics.lshr_i64
  def not = intrinsics.not_i64
  def popc = intrinsics.popc_i64
  def mul_hi = intrinsics.mul_hi_i64
  def mad_hi = intrinsics.mad_hi_i64
  def clz = intrinsics.clz_i64
  def ctz = intrinsics.ctz_i64

  def highest = 9223372036854775807i64
  def lowest = -9223372036854775807i64 - 1
  def num_bits = 64i32
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.i64_to_i32 ((x >> i32 bit) & 1)
  def set_bit (bit: i32) (x: t) (b: i32) : t = (x & not (1 << i32 bit)) | (i32 b << i32 bit)

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_i64 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_i64 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_i64 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_i64 highest xs
}

-- | Unsigned integers of 8 bits.
module u8 : integral with t = u8 = {
  type t = u8

  def i8 = intrinsics.i8_to_u8
  def i16 = intrinsics.i16_to_u8
  def i32 = intrinsics.i32_to_u8
  def i64 = intrinsics.i64_to_u8
  def u8 = intrinsics.u8_to_u8
  def u16 = intrinsics.u16_to_u8
  def u32 = intrinsics.u32_to_u8
  def u64 = intrinsics.u64_to_u8
  def f16 = intrinsics.f16_to_u8
  def f32 = intrinsics.f32_to_u8
  def f64 = intrinsics.f64_to_u8
  def bool = intrinsics.bool_to_u8

  def (+) = intrinsics.add_u8
  def (-) = intrinsics.sub_u8
  def (*) = intrinsics.mul_u8
  def (/) = intrinsics.div_u8
  def (%) = intrinsics.mod_u8
  def (**) = intrinsics.pow_u8

  def (==) = intrinsics.eq_u8
  def (!=) = intrinsics.ne_u8
  def (<) = intrinsics.lt_u8
  def (<=) = intrinsics.le_u8
  def (>) = intrinsics.gt_u8
  def (>=) = intrinsics.ge_u8

  def to_i64 = intrinsics.u8_to_i64

  def neg = intrinsics.neg_u8
  def min = intrinsics.min_u8
  def max = intrinsics.max_u8
  def abs = intrinsics.abs_u8
  def sgn = intrinsics.sgn_u8
  def (//) = intrinsics.quot_u8
  def (%%) = intrinsics.rem_u8
  def (&) = intrinsics.and_u8
  def (|) = intrinsics.or_u8
  def (^) = intrinsics.xor_u8
  def (<<) = intrinsics.shl_u8
  def (>>) = intrinsics.shr_u8
  def (>>>) = intrinsics.lshr_u8
  def not = intrinsics.not_u8
  def popc = intrinsics.popc_u8
  def mul_hi = intrinsics.mul_hi_u8
  def mad_hi = intrinsics.mad_hi_u8
  def clz = intrinsics.clz_u8
  def ctz = intrinsics.ctz_u8

  def highest = 255u8
  def lowest = 0u8
  def num_bits = 8i32
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.u8_to_i32 ((x >> i32 bit) & 1)
  def set_bit (bit: i32) (x: t) (b: i32) : t = (x & not (1 << i32 bit)) | (i32 b << i32 bit)

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_u8 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_u8 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_u8 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_u8 highest xs
}

-- | Unsigned integers of 16 bits.
module u16 : integral with t = u16 = {
  type t = u16

  def i8 = intrinsics.i8_to_u16
  def i16 = intrinsics.i16_to_u16
  def i32 = intrinsics.i32_to_u16
  def i64 = intrinsics.i64_to_u16
  def u8 = intrinsics.u8_to_u16
  def u16 = intrinsics.u16_to_u16
  def u32 = intrinsics.u32_to_u16
  def u64 = intrinsics.u64_to_u16
  def f16 = intrinsics.f16_to_u16
  def f32 = intrinsics.f32_to_u16
  def f64 = intrinsics.f64_to_u16
  def bool = intrinsics.bool_to_u16

  def (+) = intrinsics.add_u16
  def (-) = intrinsics.sub_u16
  def (*) = intrinsics.mul_u16
  def (/) = intrinsics.div_u16
  def (%) = intrinsics.mod_u16
  def (**) = intrinsics.pow_u16

  def (==) = intrinsics.eq_u16
  def (!=) = intrinsics.ne_u16
  def (<) = intrinsics.lt_u16
  def (<=) = intrinsics.le_u16
  def (>) = intrinsics.gt_u16
  def (>=) = intrinsics.ge_u16

  def to_i64 = intrinsics.u16_to_i64

  def neg = intrinsics.neg_u16
  def min = intrinsics.min_u16
  def max = intrinsics.max_u16
  def abs = intrinsics.abs_u16
  def sgn = intrinsics.sgn_u16
  def (//) = intrinsics.quot_u16
  def (%%) = intrinsics.rem_u16
  def (&) = intrinsics.and_u16
  def (|) = intrinsics.or_u16
  def (^) = intrinsics.xor_u16
  def (<<) = intrinsics.shl_u16
  def (>>) = intrinsics.shr_u16
  def (>>>) = intrinsics.lshr_u16
  def not = intrinsics.not_u16
  def popc = intrinsics.popc_u16
  def mul_hi = intrinsics.mul_hi_u16
  def mad_hi = intrinsics.mad_hi_u16
  def clz = intrinsics.clz_u16
  def ctz = intrinsics.ctz_u16

  def highest = 65535u16
  def lowest = 0u16
  def num_bits = 16i32
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.u16_to_i32 ((x >> i32 bit) & 1)
  def set_bit (bit: i32) (x: t) (b: i32) : t = (x & not (1 << i32 bit)) | (i32 b << i32 bit)

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_u16 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_u16 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_u16 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_u16 highest xs
}

-- | Unsigned integers of 32 bits.
module u32 : integral with t = u32 = {
  type t = u32

  def i8 = intrinsics.i8_to_u32
  def i16 = intrinsics.i16_to_u32
  def i32 = intrinsics.i32_to_u32
  def i64 = intrinsics.i64_to_u32
  def u8 = intrinsics.u8_to_u32
  def u16 = intrinsics.u16_to_u32
  def u32 = intrinsics.u32_to_u32
  def u64 = intrinsics.u64_to_u32
  def f16 = intrinsics.f16_to_u32
  def f32 = intrinsics.f32_to_u32
  def f64 = intrinsics.f64_to_u32
  def bool = intrinsics.bool_to_u32

  def (+) = intrinsics.add_u32
  def (-) = intrinsics.sub_u32
  def (*) = intrinsics.mul_u32
  def (/) = intrinsics.div_u32
  def (%) = intrinsics.mod_u32
  def (**) = intrinsics.pow_u32

  def (==) = intrinsics.eq_u32
  def (!=) = intrinsics.ne_u32
  def (<) = intrinsics.lt_u32
  def (<=) = intrinsics.le_u32
  def (>) = intrinsics.gt_u32
  def (>=) = intrinsics.ge_u32

  def to_i64 = intrinsics.u32_to_i64

  def neg = intrinsics.neg_u32
  def min = intrinsics.min_u32
  def max = intrinsics.max_u32
  def abs = intrinsics.abs_u32
  def sgn = intrinsics.sgn_u32
  def (//) = intrinsics.quot_u32
  def (%%) = intrinsics.rem_u32
  def (&) = intrinsics.and_u32
  def (|) = intrinsics.or_u32
  def (^) = intrinsics.xor_u32
  def (<<) = intrinsics.shl_u32
  def (>>) = intrinsics.shr_u32
  def (>>>) = intrinsics.lshr_u32
  def not = intrinsics.not_u32
  def popc = intrinsics.popc_u32
  def mul_hi = intrinsics.mul_hi_u32
  def mad_hi = intrinsics.mad_hi_u32
  def clz = intrinsics.clz_u32
  def ctz = intrinsics.ctz_u32

  def highest = 4294967295u32
  def lowest = 0u32
  def num_bits = 32i32
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.u32_to_i32 ((x >> i32 bit) & 1)
  def set_bit (bit: i32) (x: t) (b: i32) : t = (x & not (1 << i32 bit)) | (i32 b << i32 bit)

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_u32 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_u32 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_u32 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_u32 highest xs
}

-- | Unsigned integers of 64 bits.
module u64 : integral with t = u64 = {
  type t = u64

  def i8 = intrinsics.i8_to_u64
  def i16 = intrinsics.i16_to_u64
  def i32 = intrinsics.i32_to_u64
  def i64 = intrinsics.i64_to_u64
  def u8 = intrinsics.u8_to_u64
  def u16 = intrinsics.u16_to_u64
  def u32 = intrinsics.u32_to_u64
  def u64 = intrinsics.u64_to_u64
  def f16 = intrinsics.f16_to_u64
  def f32 = intrinsics.f32_to_u64
  def f64 = intrinsics.f64_to_u64
  def bool = intrinsics.bool_to_u64

  def (+) = intrinsics.add_u64
  def (-) = intrinsics.sub_u64
  def (*) = intrinsics.mul_u64
  def (/) = intrinsics.div_u64
  def (%) = intrinsics.mod_u64
  def (**) = intrinsics.pow_u64

  def (==) = intrinsics.eq_u64
  def (!=) = intrinsics.ne_u64
  def (<) = intrinsics.lt_u64
  def (<=) = intrinsics.le_u64
  def (>) = intrinsics.gt_u64
  def (>=) = intrinsics.ge_u64

  def to_i64 = intrinsics.u64_to_i64

  def neg = intrinsics.neg_u64
  def min = intrinsics.min_u64
  def max = intrinsics.max_u64
  def abs = intrinsics.abs_u64
  def sgn = intrinsics.sgn_u64
  def (//) = intrinsics.quot_u64
  def (%%) = intrinsics.rem_u64
  def (&) = intrinsics.and_u64
  def (|) = intrinsics.or_u64
  def (^) = intrinsics.xor_u64
  def (<<) = intrinsics.shl_u64
  def (>>) = intrinsics.shr_u64
  def (>>>) = intrinsics.lshr_u64
  def not = intrinsics.not_u64
  def popc = intrinsics.popc_u64
  def mul_hi = intrinsics.mul_hi_u64
  def mad_hi = intrinsics.mad_hi_u64
  def clz = intrinsics.clz_u64
  def ctz = intrinsics.ctz_u64

  def highest = 18446744073709551615u64
  def lowest = 0u64
  def num_bits = 64i32
  def get_bit (bit: i32) (x: t) : i32 = intrinsics.u64_to_i32 ((x >> i32 bit) & 1)
  def set_bit (bit: i32) (x: t) (b: i32) : t = (x & not (1 << i32 bit)) | (i32 b << i32 bit)

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_u64 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_u64 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_u64 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_u64 highest xs
}
