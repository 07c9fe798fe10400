//! Loops that run no round, or one, and what no round changes.

use crate::core::simplify::becomes::{Opened, Part};
use crate::core::simplify::engine::Engine;
use crate::core::simplify::numbers;
use elder_core::Dim;
use elder_core::tree::{Atom, Exp, Form, Loop, Stm};

/// CORE-O-LOOPNONE
pub fn none(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Opened> {
    let it = loop_of(stm)?;
    let runs_none = match it.form {
        Form::For { .. } => rounds(engine, it)? <= 0,
        Form::While { condition } => {
            let mut params = it.params.iter();
            let (_, first) = params.find(|(param, _)| param.binder.name == condition)?;
            engine.resolved(*first) == Atom::FALSE
        }
    };
    runs_none.then(|| Opened {
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
    let substitution = sizes.chain(params).chain([(index, first)]);
    let substitution = substitution
        .map(|(name, atom)| Part::Substitution(name, atom))
        .collect();
    Some(Opened::body(substitution, std::mem::take(&mut it.body)))
}

/// CORE-O-LOOPSAME
pub fn same(engine: &mut Engine<'_>, stm: &mut Stm) -> bool {
    let values = &mut stm.pat.values;
    let Exp::Loop(it) = &mut stm.exp else {
        return false;
    };
    let condition = match it.form {
        Form::While { condition } => Some(condition),
        Form::For { .. } => None,
    };
    let before = it.params.len();
    // From the last, so that the numbers of those before stay.
    for number in (0..before).rev() {
        let (param, initial) = &it.params[number];
        let (own, initial) = (param.binder.name, engine.resolved(*initial));
        let next = it.body.results.get(number);
        let is_same = next.is_some_and(|next| *next == own.into() || engine.resolved(*next) == initial);
        let is_sized = |dim: &Dim| it.sizes.iter().any(|(size, _)| *dim == Dim::Is((*size).into()));
        // What has a size that changes is given on by that size.
        if !is_same || condition == Some(own) || param.binder.ty.dims().iter().any(is_sized) {
            continue;
        }
        engine.substitute(own, initial);
        engine.substitute(values.remove(number).name, initial);
        it.params.remove(number);
        it.body.results.remove(number);
    }
    it.params.len() < before
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
    engine.resolved(bound).integer()
}
