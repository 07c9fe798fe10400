//! Loops that run no round, or one.

use crate::core::simplify::engine::Engine;
use crate::core::simplify::numbers;
use crate::core::simplify::table::{Opened, Part};
use elder_core::tree::{Atom, Exp, Form, Loop, Stm};

/// CORE-O-LOOPNONE
pub fn none(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Opened> {
    let it = loop_of(stm)?;
    (rounds(engine, it)? <= 0).then(|| Opened {
        parts: vec![],
        witnesses: it.sizes.iter().map(|(_, initial)| *initial).collect(),
        values: it.params.iter().map(|(_, initial)| Exp::Atom(*initial)).collect(),
    })
}

/// CORE-O-LOOPONE
pub fn one(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Opened> {
    let it = loop_of(stm)?;
    if rounds(engine, it)? != 1 {
        return None;
    }
    let Form::For { index, ty, .. } = it.form else {
        return None;
    };
    let sizes = it.sizes.iter().copied();
    let params = it
        .params
        .iter()
        .map(|(param, initial)| (param.binder.name, *initial));
    let first = Atom::Const(numbers::integer(ty, 0)?);
    let put = sizes.chain(params).chain([(index, first)]);
    let put = put.map(|(name, atom)| Part::Put(name, atom)).collect();
    Some(Opened::body(put, std::mem::take(&mut it.body)))
}

fn loop_of(stm: &mut Stm) -> Option<&mut Loop> {
    match &mut stm.exp {
        Exp::Loop(it) => Some(it),
        _ => None,
    }
}

/// How many rounds a loop runs, if that is a constant.
fn rounds(engine: &Engine<'_>, it: &Loop) -> Option<i128> {
    let Form::For { bound, .. } = it.form else {
        return None;
    };
    match engine.resolved(bound) {
        Atom::Const(value) => numbers::wide(value),
        Atom::Var(_) => None,
    }
}
