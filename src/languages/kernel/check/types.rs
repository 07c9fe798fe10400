//! C's types of numbers: promotions, the common type of two operands, how many bytes things take (C11 6.3.1).

use crate::c::{Type, Width};
use crate::layout;
use crate::tree::{Access, Expr};
use elder_syntax::prim::{PrimType, PrimValue};

/// The type in which C computes with a number of this type; `None` for halves, which are no numbers of C here.
pub(super) fn promoted(t: PrimType) -> Option<PrimType> {
    Some(match t {
        PrimType::F16 => return None,
        PrimType::Bool | PrimType::I8 | PrimType::I16 | PrimType::U8 | PrimType::U16 => PrimType::I32,
        other => other,
    })
}

/// The type in which C computes an operator on numbers of these types.
pub(super) fn common(a: PrimType, b: PrimType) -> Option<PrimType> {
    use PrimType::{F32, F64, I64, U32, U64};
    let (a, b) = (promoted(a)?, promoted(b)?);
    let either = |t| a == t || b == t;
    Some(match () {
        () if either(F64) => F64,
        () if either(F32) => F32,
        () if either(U64) => U64,
        () if either(I64) => I64,
        () if either(U32) => U32,
        () => PrimType::I32,
    })
}

/// Whether C converts numbers of the one type to the other by itself.
pub(super) fn converts(from: PrimType, to: PrimType) -> bool {
    from == to || (promoted(from).is_some() && promoted(to).is_some() && to != PrimType::Bool)
}

/// The expression, converted.
pub(super) fn converted(e: Expr, from: PrimType, to: PrimType) -> Expr {
    match e {
        e if from == to => e,
        Expr::Constant(value) => match constant(value, to) {
            Some(value) => Expr::Constant(value),
            None => Expr::Convert(to, Box::new(Expr::Constant(value))),
        },
        e => Expr::Convert(to, Box::new(e)),
    }
}

/// An `int` that is a constant of another type of integers, too.
fn constant(value: PrimValue, to: PrimType) -> Option<PrimValue> {
    let PrimValue::I32(value) = value else { return None };
    Some(match to {
        PrimType::I64 => PrimValue::I64(value.into()),
        PrimType::U32 => PrimValue::U32(value.try_into().ok()?),
        PrimType::U64 => PrimValue::U64(value.try_into().ok()?),
        _ => return None,
    })
}

/// Bytes from one element of an array to the next; `None` for what arrays of kernels do not have.
pub(super) fn size(ty: &Type) -> Option<i64> {
    layout::layout(ty, &[]).and_then(|l| i64::try_from(l.size).ok())
}

/// The access to a whole scalar or vector at an address.
pub(super) fn access(address: Expr, ty: &Type) -> Option<Access> {
    let (element, width) = match ty {
        Type::Scalar(t) => (*t, None),
        Type::Vector(t, width) => (*t, Some(*width)),
        _ => return None,
    };
    let align = layout::layout(ty, &[])?.align;
    Some(Access {
        address,
        element,
        width,
        align,
    })
}

/// The type of a number, or of several.
pub(super) fn of(t: PrimType, width: Option<Width>) -> Type {
    match width {
        None => Type::Scalar(t),
        Some(width) => Type::Vector(t, width),
    }
}

/// A type as people read it.
pub(super) fn text(ty: &Type) -> String {
    match ty {
        Type::Void => "nothing".to_string(),
        Type::Scalar(t) => t.to_string(),
        Type::Vector(t, width) => format!("{t}x{}", width.count()),
        Type::Struct(name) => format!("struct {name}"),
        Type::Pointer(p) => format!("pointer to {:?} {}", p.space, text(&p.to)),
    }
}
