-- | What every program sees without importing it.
--
-- Each file defines one family; this one opens them all and adds a few
-- stand-alone functions.

open import "functional"
open import "soacs"
open import "array"
open import "streams"
open import "math"
open import "ad"

-- | Logical negation as a function.
def not (x: bool) : bool = intrinsics.not_bool x

-- | An `i32` as the nearest `f32`.
def r32 (x: i32) : f32 = intrinsics.i32_to_f32 x

-- | An `f32` rounded towards zero to an `i32`.
def t32 (x: f32) : i32 = intrinsics.f32_to_i32 x

-- | An `i32` as an `f64`.
def r64 (x: i32) : f64 = intrinsics.i32_to_f64 x

-- | An `f64` rounded towards zero to an `i32`.
def t64 (x: f64) : i32 = intrinsics.f64_to_i32 x

-- | The argument, which no optimisation may look through.
def opaque 't (x: t) : t = intrinsics.opaque x

-- | The argument, which is also shown on standard error.
def trace 't (x: t) : t = intrinsics.trace x

-- | The argument; an interactive evaluator stops here.
def break 't (x: t) : t = intrinsics.break x
