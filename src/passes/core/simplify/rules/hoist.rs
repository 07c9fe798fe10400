//! What does not depend on the loop or the element leaves the body.

use crate::core::simplify::effects;
use crate::core::simplify::engine::Engine;
use elder_core::Name;
use elder_core::rules::simplification::{CORE_O_HOISTLOOP, CORE_O_HOISTSOAC};
use elder_core::tree::{Atom, Body, Exp, Form, Lambda, Soac, Stm, Type};
use elder_core::walk::{Fold, fold};
use elder_syntax::Rule;

/// CORE-O-HOISTLOOP, CORE-O-HOISTSOAC: statements of a statement's bodies go before it.
pub fn out_of(engine: &mut Engine<'_>, stm: &mut Stm, out: &mut Vec<Stm>) {
    match &mut stm.exp {
        Exp::Loop(it) if engine.switches.on(&CORE_O_HOISTLOOP) => {
            let mut own: Vec<Name> = it.sizes.iter().map(|(size, _)| *size).collect();
            own.extend(it.params.iter().map(|(param, _)| param.binder.name));
            let runs = match it.form {
                Form::For { index, bound, .. } => {
                    own.push(index);
                    is_positive(bound)
                }
                Form::While { .. } => false,
            };
            leave(engine, &CORE_O_HOISTLOOP, &own, &mut it.body, runs, out);
        }
        Exp::Soac { width, soac, .. } if engine.switches.on(&CORE_O_HOISTSOAC) => {
            let runs = is_positive(*width);
            let mut lambda = |function: &mut Lambda| {
                let own: Vec<Name> = function.params.iter().map(|param| param.name).collect();
                leave(engine, &CORE_O_HOISTSOAC, &own, &mut function.body, runs, out);
            };
            match &mut **soac {
                Soac::Map { function, .. } | Soac::Scatter { function, .. } => lambda(function),
                Soac::Redomap { operator, function } | Soac::Scanomap { operator, function } => {
                    lambda(&mut operator.function);
                    lambda(function);
                }
                Soac::Filter { predicate } => lambda(predicate),
                // The size of a chunk is known within only.
                Soac::Hist { .. } | Soac::StreamPar { .. } | Soac::StreamSeq { .. } => {}
            }
        }
        _ => {}
    }
}

/// Whether a number is a constant above zero.
fn is_positive(number: Atom) -> bool {
    match number {
        Atom::Const(value) => crate::core::simplify::numbers::wide(value).is_some_and(|number| number > 0),
        Atom::Var(_) => false,
    }
}

/// The statements of a body that depend on nothing in it and do nothing but give values go out.  Where the body may not run at all
/// those are only primitive functions.
fn leave(
    engine: &mut Engine<'_>,
    rule: &'static Rule,
    own: &[Name],
    body: &mut Body,
    runs: bool,
    out: &mut Vec<Stm>,
) {
    engine.bodies += 1;
    let number = engine.bodies;
    // Names are dense, and no rule makes new ones, so each has its row.
    for name in own {
        engine.inside[name.index()] = number;
    }
    let mut kept = Vec::with_capacity(body.stms.len());
    for stm in std::mem::take(&mut body.stms) {
        let is_cheap = runs || matches!(stm.exp, Exp::Prim(..));
        if is_cheap && effects::is_pure_anywhere(&stm) && is_independent(engine, &stm, number) {
            rule.apply();
            engine.changed = true;
            out.push(stm);
        } else {
            for name in stm
                .pat
                .sizes
                .iter()
                .chain(stm.pat.values.iter().map(|value| &value.name))
            {
                engine.inside[name.index()] = number;
            }
            kept.push(stm);
        }
    }
    body.stms = kept;
}

/// Whether a statement uses nothing that is bound in a body, and no array of it is consumed.
fn is_independent(engine: &Engine<'_>, stm: &Stm, number: u32) -> bool {
    struct Used<'e, 'p> {
        engine: &'e Engine<'p>,
        number: u32,
        found: bool,
    }
    impl Fold for Used<'_, '_> {
        fn used(&mut self, name: &Name) {
            let is_array = matches!(
                self.engine.type_of(*name),
                Some(Type::Array { .. } | Type::Acc(_))
            );
            self.found |= self.engine.inside.get(name.index()) == Some(&self.number)
                || is_array && self.engine.sharing.is_consumed(*name);
        }
    }
    let mut used = Used {
        engine,
        number,
        found: false,
    };
    fold::stm(&mut used, stm);
    let is_shared = |ty: &Type, name| matches!(ty, Type::Array { .. }) && engine.sharing.is_consumed(name);
    !used.found
        && !stm
            .pat
            .values
            .iter()
            .any(|value| is_shared(&value.ty, value.name))
}
