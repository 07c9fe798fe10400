//! How kernels spell the primitive functions of Elder.
//!
//! The meaning is that of the reference semantics: integers wrap around, division
//! rounds as its name says, shifts by too much give what shifting bit by bit would
//! give, conversions of floats to integers are defined on all floats.  C leaves much
//! of that undefined, so an operator is spelled, as its type demands, as C's operator,
//! as a built-in function, or as a helper function whose text stands in [`helpers`].
//!
//! Two choices of representation: a half-precision number is its bit pattern in an
//! unsigned short (few devices compute with halves, all convert them), and a vector of
//! booleans is one of bytes that are 0 or 1.  A division by zero, which the semantics
//! refuses, gives 0 in a kernel instead of stopping the process.
//!
//! Elementary functions of floats are the device's own; the others are exact.

pub mod helpers;

use crate::c::{BinaryOp, UnaryOp, Width};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, TernOp, UnOp};

/// The language of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// OpenCL C, from version 1.2 on.
    OpenCl,
    /// C11 with OpenMP and the extensions of gcc and clang.
    OpenMp,
}

/// How a primitive function is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Spelling {
    /// As C's operator.
    Infix(BinaryOp),
    /// As C's operator.
    Prefix(UnaryOp),
    /// As a call of a built-in function of that name.
    Builtin(String),
    /// As a call of a helper function, which has to be printed as well.
    Helper(String),
    /// As a cast to that type.
    Cast(String),
    /// As C's operator on operands converted by the first, with the result converted by the second: these are the texts
    /// before an opening parenthesis (`as_int4`), or casts (`(int)`).
    Wrapped(BinaryOp, Option<String>, String),
    /// As a comparison with zero.
    NotZero,
    /// Not at all: the operand itself.
    Operand,
}

/// The name of a scalar type.
pub fn scalar_name(t: PrimType, dialect: Dialect) -> &'static str {
    match (dialect, t) {
        (_, PrimType::Bool) => "bool",
        (_, PrimType::F32) => "float",
        (_, PrimType::F64) => "double",
        (Dialect::OpenCl, _) => short_name(t),
        (Dialect::OpenMp, PrimType::I8) => "int8_t",
        (Dialect::OpenMp, PrimType::I16) => "int16_t",
        (Dialect::OpenMp, PrimType::I32) => "int32_t",
        (Dialect::OpenMp, PrimType::I64) => "int64_t",
        (Dialect::OpenMp, PrimType::U8) => "uint8_t",
        (Dialect::OpenMp, PrimType::U16 | PrimType::F16) => "uint16_t",
        (Dialect::OpenMp, PrimType::U32) => "uint32_t",
        (Dialect::OpenMp, PrimType::U64) => "uint64_t",
    }
}

/// The name of a scalar type in OpenCL C, as far as it can be the start of the name of a vector type.
pub fn short_name(t: PrimType) -> &'static str {
    match t {
        PrimType::I8 => "char",
        PrimType::I16 => "short",
        PrimType::I32 => "int",
        PrimType::I64 => "long",
        PrimType::U8 | PrimType::Bool => "uchar",
        PrimType::U16 | PrimType::F16 => "ushort",
        PrimType::U32 => "uint",
        PrimType::U64 => "ulong",
        PrimType::F32 => "float",
        PrimType::F64 => "double",
    }
}

/// The name of a vector type, the same in both dialects.
pub fn vector_name(t: PrimType, width: Width) -> String {
    format!("{}{}", short_name(t), width.count())
}

/// The unsigned integer type of the same width as an integer type.
pub fn unsigned(t: PrimType) -> PrimType {
    match t {
        PrimType::I8 => PrimType::U8,
        PrimType::I16 => PrimType::U16,
        PrimType::I32 => PrimType::U32,
        PrimType::I64 => PrimType::U64,
        _ => t,
    }
}

/// Whether C computes with `int` in the place of this type.
fn is_narrow(t: PrimType) -> bool {
    t.is_integer() && t.bytes() < 4
}

/// How a function is spelled on scalars, or component by component on vectors of that width.
pub fn spell(f: PrimFn, width: Option<Width>, dialect: Dialect) -> Spelling {
    match width {
        None => scalar(f, dialect),
        Some(width) => vector(f, width, dialect),
    }
}

/// The operator of C that computes a sum, difference or product of these integers modulo their range, on operands of which one is
/// unsigned: C leaves open what signed operands do that overflow.  `None` for types that C widens to int, and other functions.
pub fn modular(f: PrimFn) -> Option<(BinaryOp, PrimType)> {
    match f {
        PrimFn::Bin(op, t @ (PrimType::I32 | PrimType::I64)) => arithmetic(op).map(|op| (op, t)),
        _ => None,
    }
}

fn helper(f: PrimFn, width: Option<Width>) -> Spelling {
    Spelling::Helper(helper_name(f, width))
}

/// The name of the helper function: `div_i32`, and `div_i32x4` on vectors.
pub(crate) fn helper_name(f: PrimFn, width: Option<Width>) -> String {
    match width {
        None => f.to_string(),
        Some(width) => format!("{f}x{}", width.count()),
    }
}

/// A function of the C library or a built-in one of OpenCL C.
fn builtin(name: &str, t: PrimType, dialect: Dialect) -> Spelling {
    let suffix = if dialect == Dialect::OpenMp && t == PrimType::F32 {
        "f"
    } else {
        ""
    };
    Spelling::Builtin(format!("{name}{suffix}"))
}

fn comparison(op: BinOp) -> Option<BinaryOp> {
    Some(match op {
        BinOp::Eq => BinaryOp::Eq,
        BinOp::Ne => BinaryOp::Ne,
        BinOp::Lt => BinaryOp::Lt,
        BinOp::Le => BinaryOp::Le,
        BinOp::Gt => BinaryOp::Gt,
        BinOp::Ge => BinaryOp::Ge,
        _ => return None,
    })
}

fn bitwise(op: BinOp) -> Option<BinaryOp> {
    Some(match op {
        BinOp::And => BinaryOp::BitAnd,
        BinOp::Or => BinaryOp::BitOr,
        BinOp::Xor => BinaryOp::BitXor,
        _ => return None,
    })
}

fn arithmetic(op: BinOp) -> Option<BinaryOp> {
    Some(match op {
        BinOp::Add => BinaryOp::Add,
        BinOp::Sub => BinaryOp::Sub,
        BinOp::Mul => BinaryOp::Mul,
        _ => return None,
    })
}

fn scalar(f: PrimFn, dialect: Dialect) -> Spelling {
    match f {
        PrimFn::Bin(_, PrimType::F16) | PrimFn::Tern(_, PrimType::F16) | PrimFn::Ldexp(PrimType::F16) => {
            helper(f, None)
        }
        PrimFn::Un(UnOp::ToBits, PrimType::F16) | PrimFn::Un(UnOp::FromBits, PrimType::U16) => {
            Spelling::Operand
        }
        PrimFn::Un(_, PrimType::F16) => helper(f, None),
        PrimFn::Bin(op, t) => scalar_binary(op, t, dialect),
        PrimFn::Un(op, t) => scalar_unary(op, t, dialect),
        PrimFn::Tern(TernOp::Fma, t) => builtin("fma", t, dialect),
        PrimFn::Tern(..) => helper(f, None),
        PrimFn::Convert(from, to) => scalar_conversion(from, to, dialect),
        PrimFn::Ldexp(t) => builtin("ldexp", t, dialect),
    }
}

fn scalar_binary(op: BinOp, t: PrimType, dialect: Dialect) -> Spelling {
    let f = PrimFn::Bin(op, t);
    if let Some(op) = comparison(op) {
        return Spelling::Infix(op);
    }
    if t == PrimType::Bool {
        // `false` is less than `true`.
        return match op {
            BinOp::Min => Spelling::Infix(BinaryOp::BitAnd),
            BinOp::Max => Spelling::Infix(BinaryOp::BitOr),
            _ => bitwise(op).map_or_else(|| helper(f, None), Spelling::Infix),
        };
    }
    if t.is_float() {
        return match op {
            BinOp::Div => Spelling::Infix(BinaryOp::Div),
            BinOp::Mod => builtin("fmod", t, dialect),
            BinOp::Pow => builtin("pow", t, dialect),
            BinOp::Atan2 => builtin("atan2", t, dialect),
            BinOp::Atan2pi if dialect == Dialect::OpenCl => builtin("atan2pi", t, dialect),
            BinOp::Hypot => builtin("hypot", t, dialect),
            BinOp::Copysign => builtin("copysign", t, dialect),
            BinOp::Nextafter => builtin("nextafter", t, dialect),
            _ => arithmetic(op).map_or_else(|| helper(f, None), Spelling::Infix),
        };
    }
    let cast = |t: PrimType| format!("({})", scalar_name(t, dialect));
    if let Some(op) = bitwise(op) {
        return match is_narrow(t) {
            true => Spelling::Wrapped(op, None, cast(t)),
            false => Spelling::Infix(op),
        };
    }
    if let Some(op) = arithmetic(op) {
        return match t {
            PrimType::U32 | PrimType::U64 => Spelling::Infix(op),
            // The product of two of them may not fit in the int in which C would compute it.
            PrimType::U16 => Spelling::Wrapped(op, Some(cast(PrimType::U32)), cast(t)),
            _ if is_narrow(t) => Spelling::Wrapped(op, None, cast(t)),
            _ => Spelling::Wrapped(op, Some(cast(unsigned(t))), cast(t)),
        };
    }
    match integer_function(op) {
        // An operand of a narrow type may be written as an expression that C widens to int, which chooses another overload or none.
        Some(name) if dialect == Dialect::OpenCl && !is_narrow(t) => Spelling::Builtin(name.into()),
        _ => helper(f, None),
    }
}

/// The built-in function of OpenCL C for an operator on integers.
fn integer_function(op: BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Min => "min",
        BinOp::Max => "max",
        BinOp::MulHi => "mul_hi",
        _ => return None,
    })
}

/// The built-in function for an operator on floats; `true` if only OpenCL C has it.
fn float_function(op: UnOp) -> Option<(&'static str, bool)> {
    Some(match op {
        UnOp::Abs => ("fabs", false),
        UnOp::Sqrt => ("sqrt", false),
        UnOp::Cbrt => ("cbrt", false),
        UnOp::Exp => ("exp", false),
        UnOp::Log => ("log", false),
        UnOp::Log2 => ("log2", false),
        UnOp::Log10 => ("log10", false),
        UnOp::Log1p => ("log1p", false),
        UnOp::Sin => ("sin", false),
        UnOp::Cos => ("cos", false),
        UnOp::Tan => ("tan", false),
        UnOp::Asin => ("asin", false),
        UnOp::Acos => ("acos", false),
        UnOp::Atan => ("atan", false),
        UnOp::Sinh => ("sinh", false),
        UnOp::Cosh => ("cosh", false),
        UnOp::Tanh => ("tanh", false),
        UnOp::Asinh => ("asinh", false),
        UnOp::Acosh => ("acosh", false),
        UnOp::Atanh => ("atanh", false),
        UnOp::Sinpi => ("sinpi", true),
        UnOp::Cospi => ("cospi", true),
        UnOp::Tanpi => ("tanpi", true),
        UnOp::Asinpi => ("asinpi", true),
        UnOp::Acospi => ("acospi", true),
        UnOp::Atanpi => ("atanpi", true),
        UnOp::Gamma => ("tgamma", false),
        UnOp::Lgamma => ("lgamma", false),
        UnOp::Erf => ("erf", false),
        UnOp::Erfc => ("erfc", false),
        UnOp::Round => ("rint", false),
        UnOp::Ceil => ("ceil", false),
        UnOp::Floor => ("floor", false),
        UnOp::Trunc => ("trunc", false),
        _ => return None,
    })
}

fn scalar_unary(op: UnOp, t: PrimType, dialect: Dialect) -> Spelling {
    let f = PrimFn::Un(op, t);
    if t == PrimType::Bool {
        return Spelling::Prefix(UnaryOp::Not);
    }
    if t.is_float() {
        return match (op, dialect) {
            (UnOp::Neg, _) => Spelling::Prefix(UnaryOp::Neg),
            (UnOp::IsNan, _) => Spelling::Builtin("isnan".into()),
            (UnOp::IsInf, _) => Spelling::Builtin("isinf".into()),
            (UnOp::ToBits, Dialect::OpenCl) => Spelling::Builtin(format!("as_{}", short_name(f.result()))),
            _ => match float_function(op) {
                Some((name, only_opencl)) if !only_opencl || dialect == Dialect::OpenCl => {
                    builtin(name, t, dialect)
                }
                _ => helper(f, None),
            },
        };
    }
    match op {
        UnOp::Abs if t.is_unsigned() => Spelling::Operand,
        UnOp::Neg if matches!(t, PrimType::U32 | PrimType::U64) => Spelling::Prefix(UnaryOp::Neg),
        UnOp::Not if !is_narrow(t) => Spelling::Prefix(UnaryOp::Complement),
        UnOp::FromBits if dialect == Dialect::OpenCl => {
            Spelling::Builtin(format!("as_{}", short_name(f.result())))
        }
        _ => helper(f, None),
    }
}

fn scalar_conversion(from: PrimType, to: PrimType, dialect: Dialect) -> Spelling {
    let f = PrimFn::Convert(from, to);
    if from == to {
        return Spelling::Operand;
    }
    if from == PrimType::F16 || to == PrimType::F16 {
        return helper(f, None);
    }
    if to == PrimType::Bool {
        return Spelling::NotZero;
    }
    if from.is_float() && to.is_integer() {
        return helper(f, None);
    }
    let target = format!("({})", scalar_name(to, dialect));
    if is_zero_extended(from, to) {
        return Spelling::Cast(format!("{target}({})", scalar_name(unsigned(from), dialect)));
    }
    Spelling::Cast(target)
}

/// Conversions from signed to wider unsigned integers fill with zeros; C would repeat the sign.
fn is_zero_extended(from: PrimType, to: PrimType) -> bool {
    from.is_signed() && to.is_unsigned() && from.bytes() < to.bytes()
}

/// On vectors C's operators do not widen narrow integers, and many built-in functions of OpenCL C work by component; the rest
/// goes through a helper function that takes the vectors apart.
fn vector(f: PrimFn, width: Width, dialect: Dialect) -> Spelling {
    let by_component = || helper(f, Some(width));
    let opencl = dialect == Dialect::OpenCl;
    let reinterpret = |t: PrimType| match opencl {
        true => format!("as_{}", vector_name(t, width)),
        false => format!("({})", vector_name(t, width)),
    };
    match f {
        PrimFn::Bin(op, t) if t.is_integer() => match (arithmetic(op), bitwise(op)) {
            (Some(op), _) if t.is_unsigned() => Spelling::Infix(op),
            (Some(op), _) => Spelling::Wrapped(op, Some(reinterpret(unsigned(t))), reinterpret(t)),
            (_, Some(op)) => Spelling::Infix(op),
            _ => match integer_function(op) {
                Some(name) if opencl => Spelling::Builtin(name.into()),
                _ => by_component(),
            },
        },
        PrimFn::Bin(op, PrimType::Bool) => bitwise(op).map_or_else(by_component, Spelling::Infix),
        PrimFn::Bin(op, PrimType::F32 | PrimType::F64) if !op.is_comparison() => match scalar(f, dialect) {
            Spelling::Infix(op) => Spelling::Infix(op),
            Spelling::Builtin(name) if opencl => Spelling::Builtin(name),
            _ => by_component(),
        },
        PrimFn::Un(UnOp::Not, t) if t.is_integer() => Spelling::Prefix(UnaryOp::Complement),
        PrimFn::Un(UnOp::Neg, PrimType::F32 | PrimType::F64) => Spelling::Prefix(UnaryOp::Neg),
        PrimFn::Un(UnOp::ToBits | UnOp::FromBits, _) => match scalar(f, dialect) {
            Spelling::Operand => Spelling::Operand,
            _ if opencl => Spelling::Builtin(reinterpret(f.result())),
            _ => Spelling::Cast(reinterpret(f.result())),
        },
        PrimFn::Un(op, PrimType::F32 | PrimType::F64) if float_function(op).is_some() && opencl => {
            scalar(f, dialect)
        }
        PrimFn::Tern(TernOp::Fma, PrimType::F32 | PrimType::F64)
        | PrimFn::Ldexp(PrimType::F32 | PrimType::F64)
            if opencl =>
        {
            scalar(f, dialect)
        }
        PrimFn::Convert(from, to) => match scalar(f, dialect) {
            Spelling::Operand => Spelling::Operand,
            Spelling::Cast(_) if opencl && from != PrimType::Bool && !is_zero_extended(from, to) => {
                Spelling::Builtin(format!("convert_{}", vector_name(to, width)))
            }
            _ => by_component(),
        },
        _ => by_component(),
    }
}
