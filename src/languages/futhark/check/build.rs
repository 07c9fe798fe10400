//! Construction of types and of the expressions that sizes are made of.

use crate::intrinsics::Intrinsic;
use crate::tree::{
    Arrow, Attribute, Exp, ExpKind, Instance, RetType, Size, Stars, Type, TypeKind, VName, field_order,
    is_tuple,
};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use elder_syntax::{Name, Span};
use std::rc::Rc;

thread_local! {
    static PRIMS: Vec<Type> = PrimType::ALL.iter().map(|&p| Rc::new(TypeKind::Prim(p))).collect();
    static UNIT: Type = Rc::new(TypeKind::Record(Vec::new()));
}

/// A primitive type; the same pointer every time.
#[allow(clippy::indexing_slicing, reason = "there is one for each primitive type")]
pub fn prim(p: PrimType) -> Type {
    PRIMS.with(|prims| prims[p as usize].clone())
}

/// The empty tuple's type.
pub fn unit() -> Type {
    UNIT.with(Type::clone)
}

/// `[size]elem`
pub fn array(size: Size, elem: Type) -> Type {
    Rc::new(TypeKind::Array(size, elem))
}

/// `param -> ret` without stars, names and existential sizes.
pub fn arrow(param: Type, ret: Type) -> Type {
    Rc::new(TypeKind::Arrow(Arrow {
        param_name: None,
        param,
        param_stars: Stars::None,
        ret: RetType::of(ret),
    }))
}

/// A record type from fields in any order.
pub fn record(mut fields: Vec<(Name, Type)>) -> Type {
    fields.sort_by(|a, b| field_order(&a.0, &b.0));
    Rc::new(TypeKind::Record(fields))
}

/// The name of the `i`th component of a tuple.
pub fn tuple_field(i: usize) -> Name {
    const SMALL: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    match SMALL.get(i) {
        Some(s) => Name::new_static(s),
        None => Name::from(i.to_string()),
    }
}

/// The type of a tuple.
pub fn tuple(components: Vec<Type>) -> Type {
    Rc::new(TypeKind::Record(
        components
            .into_iter()
            .enumerate()
            .map(|(i, t)| (tuple_field(i), t))
            .collect(),
    ))
}

/// The components of a tuple type.
pub fn tuple_components(t: &Type) -> Option<Vec<Type>> {
    match &**t {
        TypeKind::Record(fs) if is_tuple(fs) => Some(fs.iter().map(|(_, t)| t.clone()).collect()),
        _ => None,
    }
}

/// A variable of type `i64` as an expression.
pub fn size_var(v: &VName, span: Span) -> Exp {
    Exp::of(
        ExpKind::Var(v.clone(), Instance::default()),
        prim(PrimType::I64),
        span,
    )
}

/// An `i64` constant as an expression.
pub fn size_const(k: i64, span: Span) -> Exp {
    Exp::of(ExpKind::Lit(PrimValue::I64(k)), prim(PrimType::I64), span)
}

/// A size as an expression.
pub fn size_exp(size: &Size, span: Span) -> Exp {
    match size {
        Size::Const(k) => size_const(*k, span),
        Size::Var(v) => size_var(v, span),
        Size::Exp(e) => (**e).clone(),
    }
}

/// An expression as a size.
pub fn size_of(e: &Exp) -> Size {
    match &e.kind {
        ExpKind::Lit(PrimValue::I64(k)) => Size::Const(*k),
        ExpKind::Var(v, instance) if instance.sizes.is_empty() && instance.types.is_empty() => {
            Size::Var(v.clone())
        }
        ExpKind::Assert(_, e) | ExpKind::Attr(Attribute::Unsafe, e) => size_of(e),
        _ => Size::Exp(Rc::new(e.clone())),
    }
}

/// `a op b` on `i64`.
pub fn size_op(op: BinOp, a: Exp, b: Exp) -> Exp {
    operation(op, PrimType::I64, a, b)
}

/// `a op b` on a primitive type.
pub fn operation(op: BinOp, of: PrimType, a: Exp, b: Exp) -> Exp {
    let fun = PrimFn::Bin(op, of);
    let (operand, result) = (prim(of), prim(fun.result()));
    let span = a.span.to(b.span);
    let ty = arrow(operand.clone(), arrow(operand, result.clone()));
    let fun = ExpKind::Intrinsic(Intrinsic::Prim(fun), Instance::default());
    let applied = ExpKind::App {
        fun: Box::new(Exp::of(fun, &ty, span)),
        args: vec![a, b],
        infix: true,
    };
    Exp::of(applied, &result, span)
}

/// The constant that a size is, if it is one.
pub fn constant(e: &Exp) -> Option<i64> {
    match &e.kind {
        ExpKind::Lit(PrimValue::I64(k)) => Some(*k),
        _ => None,
    }
}
