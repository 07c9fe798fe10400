//! What does not depend on the loop, the element or the branch leaves the body.

use crate::core::simplify::engine::Engine;
use crate::core::simplify::key::Key;
use elder_core::Name;
use elder_core::analyses::effects;
use elder_core::builder::Builder;
use elder_core::renamed::Substitution;
use elder_core::rules::simplification::{
    CORE_O_HOISTCERT, CORE_O_HOISTIF, CORE_O_HOISTLOOP, CORE_O_HOISTSOAC,
};
use elder_core::tree::{Atom, Body, Exp, Form, Lambda, Screma, Soac, Stm, Type};
use elder_core::walk::{Fold, Rewrite, fold};
use elder_syntax::Rule;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use rustc_hash::FxHashMap;

/// CORE-O-HOISTLOOP, CORE-O-HOISTSOAC, CORE-O-HOISTIF: statements of a statement's bodies go before it.
pub fn out_of(engine: &mut Engine<'_>, stm: &mut Stm, out: &mut Vec<Stm>) {
    match &mut stm.exp {
        Exp::Loop(it) if engine.switches.on(&CORE_O_HOISTLOOP) => {
            let mut own: Vec<Name> = it.sizes.iter().map(|(size, _)| *size).collect();
            own.extend(it.params.iter().map(|(param, _)| param.binder.name));
            let runs = match it.form {
                Form::For { index, bound, .. } => {
                    own.push(index);
                    is_positive(engine, bound)
                }
                Form::While { .. } => false,
            };
            leave(engine, &CORE_O_HOISTLOOP, &own, &mut it.body, runs, out);
        }
        Exp::Soac { width, soac, .. } => {
            let runs = is_positive(engine, *width);
            if engine.switches.on(&CORE_O_HOISTSOAC) {
                for function in functions(soac) {
                    let own: Vec<Name> = function.params.iter().map(|param| param.name).collect();
                    leave(engine, &CORE_O_HOISTSOAC, &own, &mut function.body, runs, out);
                }
            }
            // The last is the one that the first element is given to first.
            if engine.switches.on(&CORE_O_HOISTCERT)
                && (runs || engine.is_natural(*width))
                && let Some(function) = functions(soac).pop()
            {
                certificates(engine, *width, function, out);
            }
        }
        Exp::If { then, otherwise, .. } if engine.switches.on(&CORE_O_HOISTIF) => {
            of_both(engine, then, otherwise, out);
        }
        _ => {}
    }
}

/// The functions of a combinator of which all but the elements is known outside: an operator before what it combines.
fn functions(soac: &mut Soac) -> Vec<&mut Lambda> {
    match soac {
        Soac::Screma(Screma {
            reductions,
            scans,
            function,
            after,
            ..
        }) => {
            let operators = reductions.iter_mut().chain(scans);
            let operators = operators.map(|operator| &mut operator.function);
            operators.chain(after).chain([function]).collect()
        }
        Soac::Scatter { function, .. } => vec![function],
        Soac::Filter { predicate } => vec![predicate],
        // The size of a chunk is known within only.
        Soac::Hist { .. } | Soac::StreamPar { .. } | Soac::StreamSeq { .. } => vec![],
    }
}

/// CORE-O-HOISTCERT: as long as an assertion that does not depend on the element is the first statement of the function that may
/// fail, it goes before the combinator, where it says that there is no element, or that it holds.  Where the number of elements is
/// not known that are two statements more, which must not be executed more than once.
fn certificates(engine: &mut Engine<'_>, width: Atom, function: &mut Lambda, out: &mut Vec<Stm>) {
    let runs = is_positive(engine, width);
    if !runs && engine.repeated > 0 {
        return;
    }
    let is_effect = |stm: &Stm| !effects::is_pure_counted(stm, &engine.counted);
    let Some(first) = function.body.stms.iter().position(is_effect) else {
        return;
    };
    if !matches!(function.body.stms[first].exp, Exp::Assert { .. }) {
        return;
    }
    engine.bodies += 1;
    let number = engine.bodies;
    for param in &function.params {
        engine.enclose(param.name, number);
    }
    for stm in &function.body.stms[..first] {
        enclose(engine, stm, number);
    }
    if !is_independent(engine, &function.body.stms[first], number) {
        return;
    }
    let mut stm = function.body.stms.remove(first);
    let Exp::Assert { holds, .. } = &mut stm.exp else {
        return;
    };
    if !runs {
        let (eq, or) = (
            PrimFn::Bin(BinOp::Eq, PrimType::I64),
            PrimFn::Bin(BinOp::Or, PrimType::Bool),
        );
        let mut builder = Builder::new(&mut engine.names, stm.at);
        let none = builder.prim("none", eq, vec![width, Atom::i64(0)]);
        *holds = builder.prim("fine", or, vec![none, *holds]);
        out.extend(builder.finish(vec![]).stms);
    }
    CORE_O_HOISTCERT.apply();
    engine.changed = true;
    out.push(stm);
    certificates(engine, width, function, out);
}

/// CORE-O-HOISTIF: the statements of one branch that the other has too go out, so each is executed as often as before.
fn of_both(engine: &mut Engine<'_>, then: &mut Body, otherwise: &mut Body, out: &mut Vec<Stm>) {
    if then.stms.is_empty() || otherwise.stms.is_empty() {
        return;
    }
    engine.bodies += 1;
    let number = engine.bodies;
    let mut keys: FxHashMap<Key, usize> = FxHashMap::default();
    for (at, stm) in then.stms.iter().enumerate() {
        match Key::of(&stm.exp).filter(|_| may_leave(engine, stm, number)) {
            Some(key) => {
                keys.entry(key).or_insert(at);
            }
            None => enclose(engine, stm, number),
        }
    }
    if keys.is_empty() {
        return;
    }
    // Names of the one branch that are as names of the other.
    let mut same: FxHashMap<Name, Atom> = FxHashMap::default();
    let mut leaves = vec![false; then.stms.len()];
    for stm in &mut otherwise.stms {
        let key = Key::of(&stm.exp)
            .filter(|_| stm.at.is_plain() && may_leave(engine, stm, number))
            .and_then(|_| {
                let mut exp = stm.exp.clone();
                Substitution(&same).exp(&mut exp);
                Key::of(&exp)
            });
        match key.and_then(|key| keys.get(&key)) {
            Some(at) => {
                let own = stm.pat.values[0].name;
                let other = then.stms[*at].pat.values[0].name;
                same.insert(own, other.into());
                leaves[*at] = true;
                stm.exp = Exp::Atom(other.into());
                stm.safe = false;
            }
            None => enclose(engine, stm, number),
        }
    }
    let mut kept = Vec::with_capacity(then.stms.len());
    for (stm, leaves) in std::mem::take(&mut then.stms).into_iter().zip(leaves) {
        match leaves {
            true => {
                CORE_O_HOISTIF.apply();
                engine.changed = true;
                out.push(Stm { safe: false, ..stm });
            }
            false => kept.push(stm),
        }
    }
    then.stms = kept;
}

/// Whether a statement binds one name, relies on no assertion, and may stand before the body of this number.
fn may_leave(engine: &Engine<'_>, stm: &Stm, number: u32) -> bool {
    let binds_one = stm.pat.sizes.is_empty() && stm.pat.values.len() == 1 && stm.certs.is_empty();
    binds_one && is_pure_outside(engine, stm) && is_independent(engine, stm, number)
}

/// Whether a statement does nothing but give values where the engine stands.
fn is_pure_outside(engine: &Engine<'_>, stm: &Stm) -> bool {
    effects::is_pure_anywhere(stm, &|width| engine.is_natural(width))
}

/// What a statement binds is bound in the body of this number.
fn enclose(engine: &mut Engine<'_>, stm: &Stm, number: u32) {
    for name in stm.pat.names() {
        engine.enclose(name, number);
    }
}

/// Whether a number is known to be above zero.
fn is_positive(engine: &mut Engine<'_>, number: Atom) -> bool {
    match number {
        Atom::Const(_) => number.integer().is_some_and(|number| number > 0),
        Atom::Var(name) => {
            let is_positive = matches!(engine.type_of(name), Some(Type::Prim(PrimType::I64)))
                && engine.is_below(Atom::i64(0), number);
            // It is asked again for each loop and combinator of that size.
            if is_positive {
                engine.facts.below(Atom::i64(0), number);
            }
            is_positive
        }
    }
}

/// The statements of a body that depend on nothing in it and do nothing but give values go out.  Where the body may not run at all
/// those are only primitive functions, and only where they are then executed once.
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
    for name in own {
        engine.enclose(*name, number);
    }
    out.extend(body.stms.extract_if(.., |stm| {
        let is_cheap = runs || engine.repeated == 0 && matches!(stm.exp, Exp::Prim(..));
        let leaves = is_cheap && is_pure_outside(engine, stm) && is_independent(engine, stm, number);
        match leaves {
            true => {
                rule.apply();
                engine.changed = true;
            }
            false => enclose(engine, stm, number),
        }
        leaves
    }));
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
