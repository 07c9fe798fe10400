//! The names that Futhark's compiler gives to the primitive functions of the module `intrinsics`: `add32`, `udiv8`,
//! `sext_i8_i32`, `sqrt64`.
//!
//! There integers have no sign of their own; the function says how it reads them, and its type is that of the signed ones.  Several
//! arguments are a tuple ([`Intrinsic::Futhark`]).
//! Left out are variants that only the compiler's own passes make: `sdiv_safe32`, `sdiv_up32`, `cond_i32` and their kin.

use elder_syntax::prim::{BinOp, PrimFn, PrimType, TernOp, UnOp};

/// Integers of a width: the signed and the unsigned type, and the width as text.
const INTEGERS: [(PrimType, PrimType, &str); 4] = [
    (PrimType::I8, PrimType::U8, "8"),
    (PrimType::I16, PrimType::U16, "16"),
    (PrimType::I32, PrimType::U32, "32"),
    (PrimType::I64, PrimType::U64, "64"),
];

/// Floats of a width; the integers with their bits.
const FLOATS: [(PrimType, PrimType, PrimType, &str); 3] = [
    (PrimType::F16, PrimType::I16, PrimType::U16, "16"),
    (PrimType::F32, PrimType::I32, PrimType::U32, "32"),
    (PrimType::F64, PrimType::I64, PrimType::U64, "64"),
];

/// On integers of which the sign is a matter of the function, or makes no difference.
const SIGNED: &[(&str, BinOp)] = &[
    ("add", BinOp::Add),
    ("add_nw", BinOp::Add),
    ("sub", BinOp::Sub),
    ("sub_nw", BinOp::Sub),
    ("mul", BinOp::Mul),
    ("mul_nw", BinOp::Mul),
    ("sdiv", BinOp::Div),
    ("smod", BinOp::Mod),
    ("squot", BinOp::Quot),
    ("srem", BinOp::Rem),
    ("smin", BinOp::Min),
    ("smax", BinOp::Max),
    ("smul_hi", BinOp::MulHi),
    ("shl", BinOp::Shl),
    ("ashr", BinOp::Shr),
    ("lshr", BinOp::Lshr),
    ("and", BinOp::And),
    ("or", BinOp::Or),
    ("xor", BinOp::Xor),
    ("pow", BinOp::Pow),
    ("slt", BinOp::Lt),
    ("sle", BinOp::Le),
];

/// On integers read as unsigned.
const UNSIGNED: &[(&str, BinOp)] = &[
    ("udiv", BinOp::Div),
    ("umod", BinOp::Mod),
    ("umin", BinOp::Min),
    ("umax", BinOp::Max),
    ("umul_hi", BinOp::MulHi),
    ("ult", BinOp::Lt),
    ("ule", BinOp::Le),
];

const UNARY: &[(&str, UnOp)] = &[
    ("abs", UnOp::Abs),
    ("ssignum", UnOp::Sgn),
    ("complement", UnOp::Not),
    ("popc", UnOp::Popc),
    ("clz", UnOp::Clz),
    ("ctz", UnOp::Ctz),
];

/// On floats, with the name in front of the width.
const FLOAT_BINARY: &[(&str, BinOp)] = &[
    ("fadd", BinOp::Add),
    ("fsub", BinOp::Sub),
    ("fmul", BinOp::Mul),
    ("fdiv", BinOp::Div),
    ("fmod", BinOp::Mod),
    ("fmin", BinOp::Min),
    ("fmax", BinOp::Max),
    ("fpow", BinOp::Pow),
    ("lt", BinOp::Lt),
    ("le", BinOp::Le),
    ("atan2_", BinOp::Atan2),
    ("atan2pi_", BinOp::Atan2pi),
    ("hypot", BinOp::Hypot),
    ("copysign", BinOp::Copysign),
    ("nextafter", BinOp::Nextafter),
];

/// Those of one float whose names are not ours before the width.
const FLOAT_UNARY: &[(&str, UnOp)] = &[
    ("fabs", UnOp::Abs),
    ("fsignum", UnOp::Sgn),
    ("log10_", UnOp::Log10),
    ("log1p_", UnOp::Log1p),
    ("log2_", UnOp::Log2),
];

/// Those of one float whose names are ours before the width.
const FLOAT_SAME: &[UnOp] = &[
    UnOp::Sqrt,
    UnOp::Rsqrt,
    UnOp::Cbrt,
    UnOp::Exp,
    UnOp::Log,
    UnOp::Sin,
    UnOp::Cos,
    UnOp::Tan,
    UnOp::Asin,
    UnOp::Acos,
    UnOp::Atan,
    UnOp::Sinh,
    UnOp::Cosh,
    UnOp::Tanh,
    UnOp::Asinh,
    UnOp::Acosh,
    UnOp::Atanh,
    UnOp::Sinpi,
    UnOp::Cospi,
    UnOp::Tanpi,
    UnOp::Asinpi,
    UnOp::Acospi,
    UnOp::Atanpi,
    UnOp::Gamma,
    UnOp::Lgamma,
    UnOp::Erf,
    UnOp::Erfc,
    UnOp::Round,
    UnOp::Ceil,
    UnOp::Floor,
    UnOp::IsNan,
    UnOp::IsInf,
];

/// All of them, each with what it is.
pub fn named_by_futhark() -> Vec<(String, PrimFn)> {
    let mut all: Vec<(String, PrimFn)> = Vec::new();
    let mut add = |name: String, f: PrimFn| all.push((name, f));
    for (i, u, width) in INTEGERS {
        for (name, op) in SIGNED {
            add(format!("{name}{width}"), PrimFn::Bin(*op, i));
        }
        for (name, op) in UNSIGNED {
            add(format!("{name}{width}"), PrimFn::Bin(*op, u));
        }
        for (name, op) in UNARY {
            add(format!("{name}{width}"), PrimFn::Un(*op, i));
        }
        add(format!("usignum{width}"), PrimFn::Un(UnOp::Sgn, u));
        add(format!("smad_hi{width}"), PrimFn::Tern(TernOp::MadHi, i));
        add(format!("umad_hi{width}"), PrimFn::Tern(TernOp::MadHi, u));
        for (j, v, _) in INTEGERS {
            add(format!("sext_{i}_{j}"), PrimFn::Convert(i, j));
            add(format!("zext_{i}_{j}"), PrimFn::Convert(u, v));
        }
        for (f, ..) in FLOATS {
            add(format!("sitofp_{i}_{f}"), PrimFn::Convert(i, f));
            add(format!("uitofp_{i}_{f}"), PrimFn::Convert(u, f));
            add(format!("fptosi_{f}_{i}"), PrimFn::Convert(f, i));
            add(format!("fptoui_{f}_{i}"), PrimFn::Convert(f, u));
        }
        add(format!("itob_{i}_bool"), PrimFn::Convert(i, PrimType::Bool));
        add(format!("btoi_bool_{i}"), PrimFn::Convert(PrimType::Bool, i));
        add(format!("sign_{i}"), PrimFn::Convert(u, i));
        add(format!("unsign_{i}"), PrimFn::Convert(i, u));
    }
    for (f, i, u, width) in FLOATS {
        for (name, op) in FLOAT_BINARY {
            add(format!("{name}{width}"), PrimFn::Bin(*op, f));
        }
        for (name, op) in FLOAT_UNARY {
            add(format!("{name}{width}"), PrimFn::Un(*op, f));
        }
        for op in FLOAT_SAME {
            add(format!("{op}{width}"), PrimFn::Un(*op, f));
        }
        for op in [TernOp::Lerp, TernOp::Mad, TernOp::Fma] {
            add(format!("{op}{width}"), PrimFn::Tern(op, f));
        }
        add(format!("ldexp{width}"), PrimFn::Ldexp(f));
        for (g, ..) in FLOATS {
            add(format!("fpconv_{f}_{g}"), PrimFn::Convert(f, g));
        }
        add(format!("fptobits_{f}_{i}"), PrimFn::Un(UnOp::ToBits, f));
        add(format!("bitstofp_{i}_{f}"), PrimFn::Un(UnOp::FromBits, u));
        add(format!("ftob_{f}_bool"), PrimFn::Convert(f, PrimType::Bool));
        add(format!("btof_bool_{f}"), PrimFn::Convert(PrimType::Bool, f));
    }
    for t in PrimType::ALL.iter().copied().filter(|t| !t.is_unsigned()) {
        add(format!("eq_{t}"), PrimFn::Bin(BinOp::Eq, t));
    }
    for (name, op) in [
        ("logand", BinOp::And),
        ("logor", BinOp::Or),
        ("llt", BinOp::Lt),
        ("lle", BinOp::Le),
    ] {
        add(name.to_string(), PrimFn::Bin(op, PrimType::Bool));
    }
    all
}

/// The signed type with the bits of an unsigned one; other types stay.
pub fn on_bits(t: PrimType) -> PrimType {
    let signed = INTEGERS.iter().find(|(_, u, _)| *u == t);
    signed.map_or(t, |(i, ..)| *i)
}
