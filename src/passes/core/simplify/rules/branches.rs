//! Conditionals.

use super::arithmetic::truth;
use crate::core::simplify::becomes::{Becomes, Opened};
use crate::core::simplify::engine::Engine;
use elder_core::Name;
use elder_core::tree::{Atom, Body, Dim, Exp, Ext, Given, Results, Stm};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};

/// CORE-O-IFCONST
pub fn constant(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Opened> {
    let Exp::If {
        condition,
        then,
        otherwise,
        ..
    } = &mut stm.exp
    else {
        return None;
    };
    let taken = match engine.resolved(*condition) {
        Atom::Const(PrimValue::Bool(true)) => then,
        Atom::Const(PrimValue::Bool(false)) => otherwise,
        _ => return None,
    };
    Some(Opened::body(vec![], std::mem::take::<Body>(taken)))
}

/// CORE-O-IFKNOWN: what scalars are where a condition holds, or does not.
pub fn known(engine: &Engine<'_>, condition: Atom, holds: bool, out: &mut Vec<(Name, Atom)>) {
    let Atom::Var(name) = condition else {
        return;
    };
    out.push((name, truth(holds)));
    let Some(Exp::Prim(function, operands)) = engine.defined(condition) else {
        return;
    };
    match (function, holds, &operands[..]) {
        (PrimFn::Bin(BinOp::And, PrimType::Bool), true, operands)
        | (PrimFn::Bin(BinOp::Or, PrimType::Bool), false, operands) => {
            for operand in operands {
                known(engine, *operand, holds, out);
            }
        }
        (PrimFn::Un(UnOp::Not, PrimType::Bool), _, [operand]) => known(engine, *operand, !holds, out),
        // Zeros of floats are equal that are not the same, and what stands in types is a size of arrays that have it outside too.
        (
            PrimFn::Bin(BinOp::Eq, ty),
            true,
            [Atom::Var(x), c @ Atom::Const(_)] | [c @ Atom::Const(_), Atom::Var(x)],
        )
        | (
            PrimFn::Bin(BinOp::Ne, ty),
            false,
            [Atom::Var(x), c @ Atom::Const(_)] | [c @ Atom::Const(_), Atom::Var(x)],
        ) if !ty.is_float() && !engine.is_size(*x) => {
            out.push((*x, *c));
        }
        _ => {}
    }
}

/// CORE-O-UNEXIF
pub fn shown(_: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::If {
        then,
        otherwise,
        results,
        ..
    } = &mut stm.exp
    else {
        return None;
    };
    let pairs = then.witnesses.iter().zip(&otherwise.witnesses);
    // A name that both branches see is bound before them.
    let number = pairs.clone().position(|(a, b)| a == b)?;
    let size = *stm.pat.sizes.get(number)?;
    let witness = then.witnesses.remove(number);
    otherwise.witnesses.remove(number);
    show(results, number, witness);
    Some(Becomes::Shown(size, witness))
}

/// CORE-O-IFSAME
pub fn same(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let values = &mut stm.pat.values;
    let Exp::If {
        then,
        otherwise,
        results,
        ..
    } = &mut stm.exp
    else {
        return None;
    };
    let is_hidden = |given: &Given| {
        given
            .ty
            .dims()
            .iter()
            .any(|dim| matches!(dim, Ext::Existential(_)))
    };
    // What both branches see is bound before them.
    let mut pairs = then.results.iter().zip(&otherwise.results).zip(&results.given);
    let number = pairs.position(|((a, b), given)| a == b && !is_hidden(given))?;
    let atom = then.results.remove(number);
    otherwise.results.remove(number);
    results.given.remove(number);
    engine.substitute(values.remove(number).name, atom);
    Some(Becomes::Changed)
}

/// One of the existential sizes is this one.
pub(super) fn show(results: &mut Results, number: usize, witness: Atom) {
    results.existential -= 1;
    for given in &mut results.given {
        given.ty = given.ty.map(|dim| match *dim {
            Ext::Existential(existential) if usize::from(existential) == number => Ext::Is(Dim::Is(witness)),
            Ext::Existential(existential) if usize::from(existential) > number => {
                Ext::Existential(existential - 1)
            }
            dim => dim,
        });
    }
}
