//! Primitive types, values, and the operators on them.
//!
//! Operators are data here; what they compute is the business of the semantics
//! (`semantics/numeric.rs`), and how a kernel spells them that of the backend.

pub mod derivative;
pub mod real;
pub mod rules;

use half::f16;
use std::fmt;

macro_rules! names {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vmeta])* #[doc = concat!("`", $text, "`")] $variant),* }
        impl $name {
            /// All of them, in the order of declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// The name used in text.
            pub const fn name(self) -> &'static str { match self { $($name::$variant => $text),* } }
            /// The one with that name.
            pub fn from_name(name: &str) -> Option<$name> { match name { $($text => Some($name::$variant),)* _ => None } }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.name()) }
        }
    };
}

names! {
    /// A primitive type.
    PrimType { Bool = "bool", I8 = "i8", I16 = "i16", I32 = "i32", I64 = "i64",
               U8 = "u8", U16 = "u16", U32 = "u32", U64 = "u64", F16 = "f16", F32 = "f32", F64 = "f64" }
}

impl PrimType {
    /// i8, i16, i32, i64.
    pub fn is_signed(self) -> bool {
        matches!(self, PrimType::I8 | PrimType::I16 | PrimType::I32 | PrimType::I64)
    }
    /// u8, u16, u32, u64.
    pub fn is_unsigned(self) -> bool {
        matches!(self, PrimType::U8 | PrimType::U16 | PrimType::U32 | PrimType::U64)
    }
    /// Signed or unsigned.
    pub fn is_integer(self) -> bool {
        self.is_signed() || self.is_unsigned()
    }
    /// f16, f32, f64.
    pub fn is_float(self) -> bool {
        matches!(self, PrimType::F16 | PrimType::F32 | PrimType::F64)
    }
    /// The value of this type that a whole number is: of integers by its lowest bits, of floats the nearest; `false` is 0.
    pub fn number(self, number: i128) -> PrimValue {
        match self {
            PrimType::Bool => PrimValue::Bool(number != 0),
            PrimType::I8 => PrimValue::I8(number as i8),
            PrimType::I16 => PrimValue::I16(number as i16),
            PrimType::I32 => PrimValue::I32(number as i32),
            PrimType::I64 => PrimValue::I64(number as i64),
            PrimType::U8 => PrimValue::U8(number as u8),
            PrimType::U16 => PrimValue::U16(number as u16),
            PrimType::U32 => PrimValue::U32(number as u32),
            PrimType::U64 => PrimValue::U64(number as u64),
            PrimType::F16 => PrimValue::F16(real::half(number as f64)),
            PrimType::F32 => PrimValue::F32(number as f32),
            PrimType::F64 => PrimValue::F64(number as f64),
        }
    }
    /// Bytes of one element in memory and in the binary format.
    pub fn bytes(self) -> usize {
        match self {
            PrimType::Bool | PrimType::I8 | PrimType::U8 => 1,
            PrimType::I16 | PrimType::U16 | PrimType::F16 => 2,
            PrimType::I32 | PrimType::U32 | PrimType::F32 => 4,
            PrimType::I64 | PrimType::U64 | PrimType::F64 => 8,
        }
    }
}

/// A primitive value.  Equality is bitwise on floats (so `NaN` equals itself); the language's `==` is in the semantics.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum PrimValue {
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    F16(f16),
    F32(f32),
    F64(f64),
}

impl PrimValue {
    /// Its type.
    pub fn prim_type(self) -> PrimType {
        match self {
            PrimValue::Bool(_) => PrimType::Bool,
            PrimValue::I8(_) => PrimType::I8,
            PrimValue::I16(_) => PrimType::I16,
            PrimValue::I32(_) => PrimType::I32,
            PrimValue::I64(_) => PrimType::I64,
            PrimValue::U8(_) => PrimType::U8,
            PrimValue::U16(_) => PrimType::U16,
            PrimValue::U32(_) => PrimType::U32,
            PrimValue::U64(_) => PrimType::U64,
            PrimValue::F16(_) => PrimType::F16,
            PrimValue::F32(_) => PrimType::F32,
            PrimValue::F64(_) => PrimType::F64,
        }
    }

    /// Its bits, as many as its type has, with zeros above.
    pub fn bits(self) -> u64 {
        match self {
            PrimValue::Bool(x) => x.into(),
            PrimValue::I8(x) => x.cast_unsigned().into(),
            PrimValue::I16(x) => x.cast_unsigned().into(),
            PrimValue::I32(x) => x.cast_unsigned().into(),
            PrimValue::I64(x) => x.cast_unsigned(),
            PrimValue::U8(x) => x.into(),
            PrimValue::U16(x) => x.into(),
            PrimValue::U32(x) => x.into(),
            PrimValue::U64(x) => x,
            PrimValue::F16(x) => x.to_bits().into(),
            PrimValue::F32(x) => x.to_bits().into(),
            PrimValue::F64(x) => x.to_bits(),
        }
    }

    /// The value of a type that has these bits; those above its own do not count, and a Bool is whether any is set.
    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
    pub fn of_bits(t: PrimType, bits: u64) -> PrimValue {
        match t {
            PrimType::Bool => PrimValue::Bool(bits != 0),
            PrimType::I8 => PrimValue::I8(bits as i8),
            PrimType::I16 => PrimValue::I16(bits as i16),
            PrimType::I32 => PrimValue::I32(bits as i32),
            PrimType::I64 => PrimValue::I64(bits as i64),
            PrimType::U8 => PrimValue::U8(bits as u8),
            PrimType::U16 => PrimValue::U16(bits as u16),
            PrimType::U32 => PrimValue::U32(bits as u32),
            PrimType::U64 => PrimValue::U64(bits),
            PrimType::F16 => PrimValue::F16(f16::from_bits(bits as u16)),
            PrimType::F32 => PrimValue::F32(f32::from_bits(bits as u32)),
            PrimType::F64 => PrimValue::F64(f64::from_bits(bits)),
        }
    }

    /// The same, but one NaN of its type for all.
    pub fn with_one_nan(self) -> PrimValue {
        match self {
            PrimValue::F16(x) if x.is_nan() => PrimValue::F16(f16::NAN),
            PrimValue::F32(x) if x.is_nan() => PrimValue::F32(f32::NAN),
            PrimValue::F64(x) if x.is_nan() => PrimValue::F64(f64::NAN),
            other => other,
        }
    }
}

impl PartialEq for PrimValue {
    fn eq(&self, other: &Self) -> bool {
        use PrimValue::*;
        match (self, other) {
            (Bool(a), Bool(b)) => a == b,
            (I8(a), I8(b)) => a == b,
            (I16(a), I16(b)) => a == b,
            (I32(a), I32(b)) => a == b,
            (I64(a), I64(b)) => a == b,
            (U8(a), U8(b)) => a == b,
            (U16(a), U16(b)) => a == b,
            (U32(a), U32(b)) => a == b,
            (U64(a), U64(b)) => a == b,
            (F16(a), F16(b)) => a.to_bits() == b.to_bits(),
            (F32(a), F32(b)) => a.to_bits() == b.to_bits(),
            (F64(a), F64(b)) => a.to_bits() == b.to_bits(),
            _ => false,
        }
    }
}

names! {
    /// Operators of two operands of one primitive type.  Results have that type, save for comparisons (`bool`).
    BinOp {
        Add = "add", Sub = "sub", Mul = "mul",
        /// Division rounding to minus infinity on integers, IEEE on floats.
        Div = "div",
        /// Remainder with the sign of the divisor on integers, `fmod` on floats.
        Mod = "mod",
        /// Integer division rounding to zero.
        Quot = "quot",
        /// Integer remainder with the sign of the dividend.
        Rem = "rem",
        Pow = "pow",
        Shl = "shl",
        /// Arithmetic on signed, logical on unsigned types.
        Shr = "shr",
        /// Logical on all types.
        Lshr = "lshr",
        And = "and", Or = "or", Xor = "xor",
        Eq = "eq", Ne = "ne", Lt = "lt", Le = "le", Gt = "gt", Ge = "ge",
        Min = "min", Max = "max",
        MulHi = "mul_hi",
        Atan2 = "atan2", Atan2pi = "atan2pi", Hypot = "hypot", Copysign = "copysign", Nextafter = "nextafter",
    }
}

impl BinOp {
    /// Whether the result is a `bool` whatever the operands.
    pub fn is_comparison(self) -> bool {
        matches!(
            self,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
        )
    }

    /// Whether the operator exists on this type.
    pub fn exists_on(self, t: PrimType) -> bool {
        match self {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Mod | BinOp::Pow => {
                t != PrimType::Bool
            }
            BinOp::Quot | BinOp::Rem | BinOp::Shl | BinOp::Shr | BinOp::Lshr | BinOp::MulHi => t.is_integer(),
            BinOp::And | BinOp::Or | BinOp::Xor => t.is_integer() || t == PrimType::Bool,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => true,
            BinOp::Min | BinOp::Max => true,
            BinOp::Atan2 | BinOp::Atan2pi | BinOp::Hypot | BinOp::Copysign | BinOp::Nextafter => t.is_float(),
        }
    }
}

names! {
    /// Operators of one operand.  The result has the operand's type unless [`UnOp::result`] says otherwise.
    UnOp {
        Neg = "neg", Not = "not", Abs = "abs", Sgn = "sgn",
        /// Number of one bits, as `i32`.
        Popc = "popc",
        /// Leading zeros, as `i32`.
        Clz = "clz",
        /// Trailing zeros, as `i32`.
        Ctz = "ctz",
        Sqrt = "sqrt", Rsqrt = "rsqrt", Cbrt = "cbrt", Exp = "exp", Log = "log", Log2 = "log2", Log10 = "log10", Log1p = "log1p",
        Sin = "sin", Cos = "cos", Tan = "tan", Asin = "asin", Acos = "acos", Atan = "atan",
        Sinh = "sinh", Cosh = "cosh", Tanh = "tanh", Asinh = "asinh", Acosh = "acosh", Atanh = "atanh",
        Sinpi = "sinpi", Cospi = "cospi", Tanpi = "tanpi", Asinpi = "asinpi", Acospi = "acospi", Atanpi = "atanpi",
        Gamma = "gamma", Lgamma = "lgamma", Erf = "erf", Erfc = "erfc",
        /// To nearest, ties to even.
        Round = "round",
        Ceil = "ceil", Floor = "floor", Trunc = "trunc",
        /// `bool`.
        IsNan = "isnan",
        /// `bool`.
        IsInf = "isinf",
        /// The bit pattern as the unsigned integer of the same width.
        ToBits = "to_bits",
        /// From an unsigned integer: the float of the same width with that bit pattern.
        FromBits = "from_bits",
    }
}

impl UnOp {
    /// The type of the result on an operand of type `t`; `None` if the operator does not exist there.
    pub fn result(self, t: PrimType) -> Option<PrimType> {
        use PrimType::*;
        let ok = |b: bool, r: PrimType| if b { Some(r) } else { None };
        match self {
            UnOp::Neg | UnOp::Abs | UnOp::Sgn => ok(t != Bool, t),
            UnOp::Not => ok(t == Bool || t.is_integer(), t),
            UnOp::Popc | UnOp::Clz | UnOp::Ctz => ok(t.is_integer(), I32),
            UnOp::IsNan | UnOp::IsInf => ok(t.is_float(), Bool),
            UnOp::ToBits => match t {
                F16 => Some(U16),
                F32 => Some(U32),
                F64 => Some(U64),
                _ => None,
            },
            UnOp::FromBits => match t {
                U16 => Some(F16),
                U32 => Some(F32),
                U64 => Some(F64),
                _ => None,
            },
            _ => ok(t.is_float(), t),
        }
    }
}

names! {
    /// Operators of three operands of one type.
    TernOp {
        /// a·b + c, rounded once.
        Fma = "fma",
        /// High half of a·b, plus c.
        MadHi = "mad_hi",
        /// a·b + c.
        Mad = "mad",
        /// a + (b − a)·c, with c brought between 0 and 1 first.
        Lerp = "lerp",
    }
}

impl TernOp {
    /// Whether the operator exists on this type.
    pub fn exists_on(self, t: PrimType) -> bool {
        match self {
            TernOp::MadHi => t.is_integer(),
            _ => t.is_float(),
        }
    }
}

/// A primitive function: an operator at a type, or a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrimFn {
    /// Two operands of the type.
    Bin(BinOp, PrimType),
    /// One operand of the type.
    Un(UnOp, PrimType),
    /// Three operands of the type.
    Tern(TernOp, PrimType),
    /// From the first type to the second.
    Convert(PrimType, PrimType),
    /// A float of the type times two to the power of an `i32`.
    Ldexp(PrimType),
}

impl PrimFn {
    /// The types of the operands.
    pub fn parameters(self) -> Vec<PrimType> {
        match self {
            PrimFn::Bin(_, t) => vec![t, t],
            PrimFn::Un(_, t) => vec![t],
            PrimFn::Tern(_, t) => vec![t, t, t],
            PrimFn::Convert(from, _) => vec![from],
            PrimFn::Ldexp(t) => vec![t, PrimType::I32],
        }
    }

    /// The type of the result.
    pub fn result(self) -> PrimType {
        match self {
            PrimFn::Bin(op, _) if op.is_comparison() => PrimType::Bool,
            PrimFn::Bin(_, t) | PrimFn::Tern(_, t) | PrimFn::Ldexp(t) => t,
            PrimFn::Un(op, t) => op.result(t).unwrap_or(t),
            PrimFn::Convert(_, to) => to,
        }
    }

    /// The function of this name: `OP_TYPE` (`add_i32`, `sqrt_f64`, `ldexp_f32`) or `FROM_to_TYPE` (`i32_to_f64`).
    pub fn from_name(name: &str) -> Option<PrimFn> {
        let (front, last) = name.rsplit_once('_')?;
        let t = PrimType::from_name(last)?;
        if let Some(from) = front.strip_suffix("_to") {
            return Some(PrimFn::Convert(PrimType::from_name(from)?, t));
        }
        if let Some(op) = BinOp::from_name(front) {
            return op.exists_on(t).then_some(PrimFn::Bin(op, t));
        }
        if let Some(op) = UnOp::from_name(front) {
            return op.result(t).map(|_| PrimFn::Un(op, t));
        }
        if let Some(op) = TernOp::from_name(front) {
            return op.exists_on(t).then_some(PrimFn::Tern(op, t));
        }
        (front == "ldexp" && t.is_float()).then_some(PrimFn::Ldexp(t))
    }
}

impl fmt::Display for PrimFn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrimFn::Bin(op, t) => write!(f, "{op}_{t}"),
            PrimFn::Un(op, t) => write!(f, "{op}_{t}"),
            PrimFn::Tern(op, t) => write!(f, "{op}_{t}"),
            PrimFn::Convert(from, to) => write!(f, "{from}_to_{to}"),
            PrimFn::Ldexp(t) => write!(f, "ldexp_{t}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_primitive_functions_read_back() {
        for &t in PrimType::ALL {
            let bins = BinOp::ALL
                .iter()
                .filter(|op| op.exists_on(t))
                .map(|&op| PrimFn::Bin(op, t));
            let uns = UnOp::ALL
                .iter()
                .filter(|op| op.result(t).is_some())
                .map(|&op| PrimFn::Un(op, t));
            let converts = PrimType::ALL.iter().map(|&to| PrimFn::Convert(t, to));
            for f in bins.chain(uns).chain(converts) {
                assert_eq!(PrimFn::from_name(&f.to_string()), Some(f));
            }
        }
    }
}
