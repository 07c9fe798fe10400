//! Combinators over arrays, as expressions.

use super::named;
use elder_futhark::check::build::{array, arrow};
use elder_futhark::intrinsics::{Intrinsic, Op};
use elder_futhark::tree::{Exp, ExpKind, Fun, Instance, Param, RetType, Size, Type, VName};
use elder_syntax::Span;
use std::rc::Rc;

/// The array of what `body` is for the elements of one or two arrays of a size, an element being what its name stands for in it.
pub(super) fn map(size: Size, elements: &[(VName, Type)], body: Exp, arrays: Vec<Exp>, span: Span) -> Exp {
    let op = if elements.len() == 1 { Op::Map } else { Op::Map2 };
    let to = body.ty.clone();
    let params = elements.iter().map(|(name, ty)| Param::of(named(name, ty, span)));
    let function = Fun {
        sizes: Vec::new(),
        types: Vec::new(),
        params: params.collect(),
        ret: RetType::of(to.clone()),
        annotated: true,
        section: false,
        body,
    };
    let types = elements.iter().map(|(_, ty)| ty.clone());
    let function_type = types
        .clone()
        .rev()
        .fold(to.clone(), |ret, param| arrow(param, ret));
    let made = array(size.clone(), to.clone());
    let given = arrays.iter().rev().map(|array| array.ty.clone());
    let operation = given.fold(made.clone(), |ret, param| arrow(param, ret));
    let instance = Instance {
        sizes: vec![size],
        types: types.chain([to]).collect(),
    };
    let operation = Exp::of(
        ExpKind::Intrinsic(Intrinsic::Op(op), instance),
        arrow(function_type.clone(), operation),
        span,
    );
    let function = Exp::of(ExpKind::Lambda(Rc::new(function)), &function_type, span);
    let kind = ExpKind::app(operation, std::iter::once(function).chain(arrays).collect());
    Exp::of(kind, &made, span)
}
