-- | What modules of numbers provide.

-- | Types whose values can be made from those of every primitive type.
--
-- A number is made from `true` as 1, from `false` as 0, from a float by rounding
-- towards zero, from an integer by keeping its value where it fits and its low
-- bits where not.  A `bool` is made by comparing with zero.
module type from_prim = {
  type t

  val i8 : i8 -> t
  val i16 : i16 -> t
  val i32 : i32 -> t
  val i64 : i64 -> t
  val u8 : u8 -> t
  val u16 : u16 -> t
  val u32 : u32 -> t
  val u64 : u64 -> t
  val f16 : f16 -> t
  val f32 : f32 -> t
  val f64 : f64 -> t
  val bool : bool -> t
}

-- | Numbers of any kind.
module type numeric = {
  include from_prim

  val (+) : t -> t -> t
  val (-) : t -> t -> t
  val (*) : t -> t -> t
  val (/) : t -> t -> t
  val (%) : t -> t -> t
  val (**) : t -> t -> t

  val (==) : t -> t -> bool
  val (!=) : t -> t -> bool
  val (<) : t -> t -> bool
  val (<=) : t -> t -> bool
  val (>) : t -> t -> bool
  val (>=) : t -> t -> bool

  val to_i64 : t -> i64

  -- | Zero minus the number.
  val neg : t -> t
  val min : t -> t -> t
  val max : t -> t -> t
  val abs : t -> t

  -- | -1, 0 or 1, as the number is below, at or above zero.
  val sgn : t -> t

  -- | The greatest number.
  val highest : t

  -- | The least number.
  val lowest : t

  -- | 0 of an empty array.
  val sum [n] : [n]t -> t

  -- | 1 of an empty array.
  val product [n] : [n]t -> t

  -- | `lowest` of an empty array.
  val maximum [n] : [n]t -> t

  -- | `highest` of an empty array.
  val minimum [n] : [n]t -> t
}

-- | Integers of a fixed number of bits.
module type integral = {
  include numeric

  -- | Quotient rounded towards zero.
  val (//) : t -> t -> t

  -- | Remainder with the sign of the dividend.
  val (%%) : t -> t -> t

  val (&) : t -> t -> t
  val (|) : t -> t -> t
  val (^) : t -> t -> t

  -- | All bits inverted.
  val not : t -> t

  val (<<) : t -> t -> t

  -- | Shift that repeats the sign bit of signed numbers.
  val (>>) : t -> t -> t

  -- | Shift that brings in zeros.
  val (>>>) : t -> t -> t

  val num_bits : i32

  -- | The bit of this number, the lowest being 0.
  val get_bit : i32 -> t -> i32

  -- | The number with that bit replaced.
  val set_bit : i32 -> t -> i32 -> t

  -- | How many bits are set.
  val popc : t -> i32

  -- | The high half of the product of double width.
  val mul_hi : (x: t) -> (y: t) -> t

  -- | `mul_hi a b + c`
  val mad_hi : (a: t) -> (b: t) -> (c: t) -> t

  -- | How many zeros stand above the highest bit set.
  val clz : t -> i32

  -- | How many zeros stand below the lowest bit set.
  val ctz : t -> i32
}

-- | Numbers that stand for reals.
module type real = {
  include numeric

  -- | One divided by the number.
  val recip : t -> t

  -- | The first number divided by the second.
  val from_fraction : i64 -> i64 -> t
  val to_f64 : t -> f64

  val sqrt : t -> t

  -- | One divided by the square root.
  val rsqrt : t -> t

  -- | The cube root.
  val cbrt : t -> t

  val exp : t -> t

  -- | Natural logarithm.
  val log : t -> t
  val log2 : t -> t
  val log10 : t -> t

  -- | Logarithm of one plus the number, exact near zero.
  val log1p : t -> t

  val sin : t -> t
  val cos : t -> t
  val tan : t -> t
  val asin : t -> t
  val acos : t -> t
  val atan : t -> t
  val sinh : t -> t
  val cosh : t -> t
  val tanh : t -> t
  val asinh : t -> t
  val acosh : t -> t
  val atanh : t -> t

  -- | The trigonometric functions with angles in units of pi.
  val sinpi : t -> t
  val cospi : t -> t
  val tanpi : t -> t
  val asinpi : t -> t
  val acospi : t -> t
  val atanpi : t -> t

  -- | `atan2 y x`: the angle of the point `(x, y)`.
  val atan2 : t -> t -> t

  -- | `atan2` in units of pi.
  val atan2pi : t -> t -> t

  -- | The length of a vector of two components.
  val hypot : t -> t -> t

  -- | The gamma function.
  val gamma : t -> t

  -- | Logarithm of the absolute value of `gamma`.
  val lgamma : t -> t

  -- | The error function.
  val erf : t -> t

  -- | One minus the error function, exact for large numbers.
  val erfc : t -> t

  -- | `lerp a b t`: the point between `a` and `b` at `t`, from 0 to 1.
  val lerp : t -> t -> t -> t

  -- | The nearest integer not below.
  val ceil : t -> t

  -- | The nearest integer not above.
  val floor : t -> t

  -- | The nearest integer towards zero.
  val trunc : t -> t

  -- | The nearest integer; the even one of two.
  val round : t -> t

  -- | `a * b + c`, rounded once or twice.
  val mad : (a: t) -> (b: t) -> (c: t) -> t

  -- | `a * b + c`, rounded once.
  val fma : (a: t) -> (b: t) -> (c: t) -> t

  val isinf : t -> bool
  val isnan : t -> bool
  val inf : t
  val nan : t
  val pi : t
  val e : t
}

-- | Binary floating-point numbers.
module type float = {
  include real

  -- | The unsigned integers of the same number of bits.
  type int_t

  val from_bits : int_t -> t
  val to_bits : t -> int_t

  val num_bits : i32
  val get_bit : i32 -> t -> i32
  val set_bit : i32 -> t -> i32 -> t

  -- | The distance from 1 to the next number above.
  val epsilon : t

  -- | The number next to `x` on the way to `y`.
  val nextafter : (x: t) -> (y: t) -> t

  -- | The number times a power of two.
  val ldexp : t -> i32 -> t

  -- | The magnitude of `x` with the sign of `y`.
  val copysign : (x: t) -> (y: t) -> t
}
