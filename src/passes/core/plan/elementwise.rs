//! Operators that devices apply a scalar at a time.
//!
//! Items that add together do so by operations of single scalars.  An operator may be taken apart into these where it combines each scalar of its left
//! operands with that of the same place of its right ones, and with nothing else: then what comes of several additions is, at each scalar, what some order
//! of them makes.

use elder_core::analyses::effects::is_pure;
use elder_core::names::Name;
use elder_core::tree::{Atom, Body, Cut, Exp, Form, Operator, Stm};
use elder_dpia::UpdateOp;
use elder_syntax::prim::PrimFn;

/// By which operation each operand of a group is combined, scalar by scalar; `None` if the operator does something else.
pub fn operations(operator: &Operator) -> Option<Vec<UpdateOp>> {
    let function = &operator.function;
    let body = &function.body;
    if !body.stms.iter().all(is_pure) {
        return None;
    }
    let (left, right) = function.params.split_at_checked(operator.operands())?;
    let pairs = left.iter().zip(right).zip(&body.results);
    pairs
        .map(|((left, right), result)| {
            let dims: Option<Vec<Atom>> = left.ty.dims().iter().map(|dim| dim.size()).collect();
            operation(body, [left.name, right.name], *result, &dims?)
        })
        .collect()
}

/// By which operation a result of these sizes comes of the scalars of two others: of one number, or of each number of two rows, which are written over
/// all of an array from the first to the last.
fn operation(body: &Body, operands: [Name; 2], result: Atom, dims: &[Atom]) -> Option<UpdateOp> {
    let made = &maker(body, result)?.exp;
    match (made, dims) {
        (Exp::Prim(PrimFn::Bin(op, ty), given), []) => {
            let [left, right] = operands.map(Atom::from);
            let is_both = *given == [left, right] || *given == [right, left];
            let known = UpdateOp::ALL
                .into_iter()
                .find(|known| known.operator() == Some(*op));
            known.filter(|_| is_both && op.exists_on(*ty))
        }
        (Exp::Loop(it), [dim, rest @ ..]) => {
            let ([(out, _)], Form::For { index, bound, .. }, [next]) =
                (it.params.as_slice(), &it.form, it.body.results.as_slice())
            else {
                return None;
            };
            let Exp::Update { array, at, value } = &maker(&it.body, *next)?.exp else {
                return None;
            };
            let is_row = |cuts: &[Cut]| is_row(cuts, *index, rest);
            let row = |of: Name| {
                let rows = it.body.stms.iter().filter(|stm| match &stm.exp {
                    Exp::Index { array, at } => *array == of && rest.is_empty() && *at == [(*index).into()],
                    Exp::Slice { array, at } => *array == of && is_row(at),
                    _ => false,
                });
                rows.flat_map(|stm| stm.pat.values.first())
                    .map(|row| row.name)
                    .next()
            };
            let [left, right] = operands;
            let operands = [row(left)?, row(right)?];
            let is_all = *array == out.binder.name && is_row(at) && bound == dim;
            operation(&it.body, operands, *value, rest).filter(|_| is_all)
        }
        _ => None,
    }
}

/// The statement that binds an operand, and nothing else.
fn maker(body: &Body, atom: Atom) -> Option<&Stm> {
    let name = atom.name()?;
    let mut stms = body.stms.iter();
    stms.find(|stm| {
        stm.pat.sizes.is_empty() && matches!(stm.pat.values.as_slice(), [one] if one.name == name)
    })
}

/// Whether it is row `index` of an array whose rows have these sizes.
fn is_row(cuts: &[Cut], index: Name, rest: &[Atom]) -> bool {
    let Some((Cut::At(first), others)) = cuts.split_first() else {
        return false;
    };
    let wholes = others.iter().zip(rest).all(|(cut, dim)| *cut == Cut::whole(*dim));
    *first == index.into() && others.len() == rest.len() && wholes
}
