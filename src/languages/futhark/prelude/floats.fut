-- | The modules of the floats.

import "numeric"
import "integers"

-- | Floats of double precision.
module f64 : float with t = f64 with int_t = u64 = {
  type t = f64
  type int_t = u64
  module bits = u64

  def i8 = intrinsics.i8_to_f64
  def i16 = intrinsics.i16_to_f64
  def i32 = intrinsics.i32_to_f64
  def i64 = intrinsics.i64_to_f64
  def u8 = intrinsics.u8_to_f64
  def u16 = intrinsics.u16_to_f64
  def u32 = intrinsics.u32_to_f64
  def u64 = intrinsics.u64_to_f64
  def f16 = intrinsics.f16_to_f64
  def f32 = intrinsics.f32_to_f64
  def f64 = intrinsics.f64_to_f64
  def bool = intrinsics.bool_to_f64

  def (+) = intrinsics.add_f64
  def (-) = intrinsics.sub_f64
  def (*) = intrinsics.mul_f64
  def (/) = intrinsics.div_f64
  def (%) = intrinsics.mod_f64
  def (**) = intrinsics.pow_f64

  def (==) = intrinsics.eq_f64
  def (!=) = intrinsics.ne_f64
  def (<) = intrinsics.lt_f64
  def (<=) = intrinsics.le_f64
  def (>) = intrinsics.gt_f64
  def (>=) = intrinsics.ge_f64

  def to_i64 = intrinsics.f64_to_i64

  def neg = intrinsics.neg_f64
  def min = intrinsics.min_f64
  def max = intrinsics.max_f64
  def abs = intrinsics.abs_f64
  def sgn = intrinsics.sgn_f64

  def to_f64 = intrinsics.f64_to_f64
  def recip (x: t) : t = 1 / x
  def from_fraction (x: i64) (y: i64) : t = i64 x / i64 y

  def sqrt = intrinsics.sqrt_f64
  def rsqrt = intrinsics.rsqrt_f64
  def cbrt = intrinsics.cbrt_f64
  def exp = intrinsics.exp_f64
  def log = intrinsics.log_f64
  def log2 = intrinsics.log2_f64
  def log10 = intrinsics.log10_f64
  def log1p = intrinsics.log1p_f64
  def sin = intrinsics.sin_f64
  def cos = intrinsics.cos_f64
  def tan = intrinsics.tan_f64
  def asin = intrinsics.asin_f64
  def acos = intrinsics.acos_f64
  def atan = intrinsics.atan_f64
  def sinh = intrinsics.sinh_f64
  def cosh = intrinsics.cosh_f64
  def tanh = intrinsics.tanh_f64
  def asinh = intrinsics.asinh_f64
  def acosh = intrinsics.acosh_f64
  def atanh = intrinsics.atanh_f64
  def sinpi = intrinsics.sinpi_f64
  def cospi = intrinsics.cospi_f64
  def tanpi = intrinsics.tanpi_f64
  def asinpi = intrinsics.asinpi_f64
  def acospi = intrinsics.acospi_f64
  def atanpi = intrinsics.atanpi_f64
  def atan2 = intrinsics.atan2_f64
  def atan2pi = intrinsics.atan2pi_f64
  def hypot = intrinsics.hypot_f64
  def gamma = intrinsics.gamma_f64
  def lgamma = intrinsics.lgamma_f64
  def erf = intrinsics.erf_f64
  def erfc = intrinsics.erfc_f64
  def lerp = intrinsics.lerp_f64
  def ceil = intrinsics.ceil_f64
  def floor = intrinsics.floor_f64
  def trunc = intrinsics.trunc_f64
  def round = intrinsics.round_f64
  def mad = intrinsics.mad_f64
  def fma = intrinsics.fma_f64
  def isinf = intrinsics.isinf_f64
  def isnan = intrinsics.isnan_f64
  def nextafter = intrinsics.nextafter_f64
  def ldexp = intrinsics.ldexp_f64
  def copysign = intrinsics.copysign_f64
  def to_bits = intrinsics.to_bits_f64
  def from_bits = intrinsics.from_bits_u64

  def num_bits = 64i32
  def get_bit (bit: i32) (x: t) : i32 = bits.get_bit bit (to_bits x)
  def set_bit (bit: i32) (x: t) (b: i32) : t = from_bits (bits.set_bit bit (to_bits x) b)

  def inf = 1f64 / 0f64
  def nan = 0f64 / 0f64
  def highest = inf
  def lowest = neg inf
  def epsilon = 2.220446049250313e-16f64
  def pi = 3.141592653589793f64
  def e = 2.718281828459045f64

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_f64 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_f64 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_f64 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_f64 highest xs
}

-- | Floats of single precision.
module f32 : float with t = f32 with int_t = u32 = {
  type t = f32
  type int_t = u32
  module bits = u32

  def i8 = intrinsics.i8_to_f32
  def i16 = intrinsics.i16_to_f32
  def i32 = intrinsics.i32_to_f32
  def i64 = intrinsics.i64_to_f32
  def u8 = intrinsics.u8_to_f32
  def u16 = intrinsics.u16_to_f32
  def u32 = intrinsics.u32_to_f32
  def u64 = intrinsics.u64_to_f32
  def f16 = intrinsics.f16_to_f32
  def f32 = intrinsics.f32_to_f32
  def f64 = intrinsics.f64_to_f32
  def bool = intrinsics.bool_to_f32

  def (+) = intrinsics.add_f32
  def (-) = intrinsics.sub_f32
  def (*) = intrinsics.mul_f32
  def (/) = intrinsics.div_f32
  def (%) = intrinsics.mod_f32
  def (**) = intrinsics.pow_f32

  def (==) = intrinsics.eq_f32
  def (!=) = intrinsics.ne_f32
  def (<) = intrinsics.lt_f32
  def (<=) = intrinsics.le_f32
  def (>) = intrinsics.gt_f32
  def (>=) = intrinsics.ge_f32

  def to_i64 = intrinsics.f32_to_i64

  def neg = intrinsics.neg_f32
  def min = intrinsics.min_f32
  def max = intrinsics.max_f32
  def abs = intrinsics.abs_f32
  def sgn = intrinsics.sgn_f32

  def to_f64 = intrinsics.f32_to_f64
  def recip (x: t) : t = 1 / x
  def from_fraction (x: i64) (y: i64) : t = i64 x / i64 y

  def sqrt = intrinsics.sqrt_f32
  def rsqrt = intrinsics.rsqrt_f32
  def cbrt = intrinsics.cbrt_f32
  def exp = intrinsics.exp_f32
  def log = intrinsics.log_f32
  def log2 = intrinsics.log2_f32
  def log10 = intrinsics.log10_f32
  def log1p = intrinsics.log1p_f32
  def sin = intrinsics.sin_f32
  def cos = intrinsics.cos_f32
  def tan = intrinsics.tan_f32
  def asin = intrinsics.asin_f32
  def acos = intrinsics.acos_f32
  def atan = intrinsics.atan_f32
  def sinh = intrinsics.sinh_f32
  def cosh = intrinsics.cosh_f32
  def tanh = intrinsics.tanh_f32
  def asinh = intrinsics.asinh_f32
  def acosh = intrinsics.acosh_f32
  def atanh = intrinsics.atanh_f32
  def sinpi = intrinsics.sinpi_f32
  def cospi = intrinsics.cospi_f32
  def tanpi = intrinsics.tanpi_f32
  def asinpi = intrinsics.asinpi_f32
  def acospi = intrinsics.acospi_f32
  def atanpi = intrinsics.atanpi_f32
  def atan2 = intrinsics.atan2_f32
  def atan2pi = intrinsics.atan2pi_f32
  def hypot = intrinsics.hypot_f32
  def gamma = intrinsics.gamma_f32
  def lgamma = intrinsics.lgamma_f32
  def erf = intrinsics.erf_f32
  def erfc = intrinsics.erfc_f32
  def lerp = intrinsics.lerp_f32
  def ceil = intrinsics.ceil_f32
  def floor = intrinsics.floor_f32
  def trunc = intrinsics.trunc_f32
  def round = intrinsics.round_f32
  def mad = intrinsics.mad_f32
  def fma = intrinsics.fma_f32
  def isinf = intrinsics.isinf_f32
  def isnan = intrinsics.isnan_f32
  def nextafter = intrinsics.nextafter_f32
  def ldexp = intrinsics.ldexp_f32
  def copysign = intrinsics.copysign_f32
  def to_bits = intrinsics.to_bits_f32
  def from_bits = intrinsics.from_bits_u32

  def num_bits = 32i32
  def get_bit (bit: i32) (x: t) : i32 = bits.get_bit bit (to_bits x)
  def set_bit (bit: i32) (x: t) (b: i32) : t = from_bits (bits.set_bit bit (to_bits x) b)

  def inf = 1f32 / 0f32
  def nan = 0f32 / 0f32
  def highest = inf
  def lowest = neg inf
  def epsilon = 1.1920929e-7f32
  def pi = 3.141592653589793f32
  def e = 2.718281828459045f32

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_f32 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_f32 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_f32 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_f32 highest xs
}

-- | Floats of half precision.
module f16 : float with t = f16 with int_t = u16 = {
  type t = f16
  type int_t = u16
  module bits = u16

  def i8 = intrinsics.i8_to_f16
  def i16 = intrinsics.i16_to_f16
  def i32 = intrinsics.i32_to_f16
  def i64 = intrinsics.i64_to_f16
  def u8 = intrinsics.u8_to_f16
  def u16 = intrinsics.u16_to_f16
  def u32 = intrinsics.u32_to_f16
  def u64 = intrinsics.u64_to_f16
  def f16 = intrinsics.f16_to_f16
  def f32 = intrinsics.f32_to_f16
  def f64 = intrinsics.f64_to_f16
  def bool = intrinsics.bool_to_f16

  def (+) = intrinsics.add_f16
  def (-) = intrinsics.sub_f16
  def (*) = intrinsics.mul_f16
  def (/) = intrinsics.div_f16
  def (%) = intrinsics.mod_f16
  def (**) = intrinsics.pow_f16

  def (==) = intrinsics.eq_f16
  def (!=) = intrinsics.ne_f16
  def (<) = intrinsics.lt_f16
  def (<=) = intrinsics.le_f16
  def (>) = intrinsics.gt_f16
  def (>=) = intrinsics.ge_f16

  def to_i64 = intrinsics.f16_to_i64

  def neg = intrinsics.neg_f16
  def min = intrinsics.min_f16
  def max = intrinsics.max_f16
  def abs = intrinsics.abs_f16
  def sgn = intrinsics.sgn_f16

  def to_f64 = intrinsics.f16_to_f64
  def recip (x: t) : t = 1 / x
  def from_fraction (x: i64) (y: i64) : t = i64 x / i64 y

  def sqrt = intrinsics.sqrt_f16
  def rsqrt = intrinsics.rsqrt_f16
  def cbrt = intrinsics.cbrt_f16
  def exp = intrinsics.exp_f16
  def log = intrinsics.log_f16
  def log2 = intrinsics.log2_f16
  def log10 = intrinsics.log10_f16
  def log1p = intrinsics.log1p_f16
  def sin = intrinsics.sin_f16
  def cos = intrinsics.cos_f16
  def tan = intrinsics.tan_f16
  def asin = intrinsics.asin_f16
  def acos = intrinsics.acos_f16
  def atan = intrinsics.atan_f16
  def sinh = intrinsics.sinh_f16
  def cosh = intrinsics.cosh_f16
  def tanh = intrinsics.tanh_f16
  def asinh = intrinsics.asinh_f16
  def acosh = intrinsics.acosh_f16
  def atanh = intrinsics.atanh_f16
  def sinpi = intrinsics.sinpi_f16
  def cospi = intrinsics.cospi_f16
  def tanpi = intrinsics.tanpi_f16
  def asinpi = intrinsics.asinpi_f16
  def acospi = intrinsics.acospi_f16
  def atanpi = intrinsics.atanpi_f16
  def atan2 = intrinsics.atan2_f16
  def atan2pi = intrinsics.atan2pi_f16
  def hypot = intrinsics.hypot_f16
  def gamma = intrinsics.gamma_f16
  def lgamma = intrinsics.lgamma_f16
  def erf = intrinsics.erf_f16
  def erfc = intrinsics.erfc_f16
  def lerp = intrinsics.lerp_f16
  def ceil = intrinsics.ceil_f16
  def floor = intrinsics.floor_f16
  def trunc = intrinsics.trunc_f16
  def round = intrinsics.round_f16
  def mad = intrinsics.mad_f16
  def fma = intrinsics.fma_f16
  def isinf = intrinsics.isinf_f16
  def isnan = intrinsics.isnan_f16
  def nextafter = intrinsics.nextafter_f16
  def ldexp = intrinsics.ldexp_f16
  def copysign = intrinsics.copysign_f16
  def to_bits = intrinsics.to_bits_f16
  def from_bits = intrinsics.from_bits_u16

  def num_bits = 16i32
  def get_bit (bit: i32) (x: t) : i32 = bits.get_bit bit (to_bits x)
  def set_bit (bit: i32) (x: t) (b: i32) : t = from_bits (bits.set_bit bit (to_bits x) b)

  def inf = 1f16 / 0f16
  def nan = 0f16 / 0f16
  def highest = inf
  def lowest = neg inf
  def epsilon = 9.765625e-4f16
  def pi = 3.141592653589793f16
  def e = 2.718281828459045f16

  def sum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.add_f16 0 xs
  def product [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.mul_f16 1 xs
  def maximum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.max_f16 lowest xs
  def minimum [n] (xs: [n]t) : t = intrinsics.reduce intrinsics.min_f16 highest xs
}
