//! Conditionals.

use crate::core::simplify::engine::Engine;
use crate::core::simplify::table::{Becomes, Opened};
use elder_core::tree::{Atom, Body, Dim, Exp, Ext, Results, Stm};
use elder_syntax::prim::PrimValue;

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

/// One of the hidden sizes is this one.
fn show(results: &mut Results, number: usize, witness: Atom) {
    results.hidden -= 1;
    for given in &mut results.given {
        given.ty = given.ty.map(|dim| match *dim {
            Ext::Hidden(hidden) if usize::from(hidden) == number => Ext::Is(Dim::Is(witness)),
            Ext::Hidden(hidden) if usize::from(hidden) > number => Ext::Hidden(hidden - 1),
            dim => dim,
        });
    }
}
