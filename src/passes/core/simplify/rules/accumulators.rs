//! Accumulation that adds nothing.

use super::arithmetic::is_neutral;
use crate::core::simplify::becomes::{Becomes, Opened, Part};
use crate::core::simplify::engine::Engine;
use elder_core::tree::{Atom, Exp, Operator, Screma, Soac, Stm};
use elder_syntax::prim::PrimFn;

/// CORE-O-ACCUPDATE: a function that gives all accumulators as it got them has added nothing.
pub fn none(_: &mut Engine<'_>, stm: &mut Stm) -> Option<Opened> {
    let Exp::WithAcc { updates, function } = &mut stm.exp else {
        return None;
    };
    let count = updates.len();
    let results = function.body.results.iter();
    let mut pairs = function.params.iter().zip(results);
    if function.params.len() != count || !pairs.all(|(param, result)| *result == param.name.into()) {
        return None;
    }
    let body = std::mem::take(&mut function.body);
    let arrays = updates.iter().flat_map(|update| &update.arrays);
    let arrays = arrays.map(|array| Exp::Atom((*array).into()));
    let others = body.results.into_iter().skip(count).map(Exp::Atom);
    Some(Opened {
        values: arrays.chain(others).collect(),
        witnesses: vec![],
        parts: body.stms.into_iter().map(Part::Stm).collect(),
    })
}

/// CORE-O-ACCUPDATE: a map that gives an accumulator of each element as it got it has added nothing.
pub fn unchanged(engine: &mut Engine<'_>, stm: &mut Stm) -> bool {
    let values = &mut stm.pat.values;
    let Exp::Soac { soac, .. } = &mut stm.exp else {
        return false;
    };
    let Soac::Screma(Screma { accs, function, .. }) = &mut **soac else {
        return false;
    };
    let before = accs.len();
    for number in (0..before).rev() {
        let own = function.params[number].name;
        if function.body.results.get(number) != Some(&own.into()) {
            continue;
        }
        let acc = engine.resolved(accs.remove(number).into());
        engine.substitute(values.remove(number).name, acc);
        function.params.remove(number);
        function.results.remove(number);
        function.body.results.remove(number);
    }
    accs.len() < before
}

/// CORE-O-ACCUPDATE: an update by what changes nothing.
pub fn neutral(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::AccUpdate { acc, values, .. } = &stm.exp else {
        return None;
    };
    (engine.neutral.get(acc)? == values).then(|| Becomes::Atom((*acc).into()))
}

/// What the accumulators of a statement are, before its parts are walked.
pub fn enter(engine: &mut Engine<'_>, exp: &Exp) {
    match exp {
        Exp::WithAcc { updates, function } => {
            for (update, param) in updates.iter().zip(&function.params) {
                if let Some(operator) = update.operator.as_ref().filter(|operator| is_monoid(operator)) {
                    engine.neutral.insert(param.name, operator.neutral.clone());
                }
            }
        }
        Exp::Soac { soac, .. } => {
            if let Soac::Screma(Screma { accs, function, .. }) = &**soac {
                for (acc, param) in accs.iter().zip(&function.params) {
                    engine.accumulates_like(param.name, *acc);
                }
            }
        }
        _ => {}
    }
}

/// What the accumulators are that a statement gives.
pub fn leave(engine: &mut Engine<'_>, stm: &Stm) {
    let mut values = stm.pat.values.iter();
    match &stm.exp {
        Exp::AccUpdate { acc, .. } => {
            if let Some(value) = values.next() {
                engine.accumulates_like(value.name, *acc);
            }
        }
        Exp::Soac { soac, .. } => {
            if let Soac::Screma(Screma { accs, .. }) = &**soac {
                for (acc, value) in accs.iter().zip(values) {
                    engine.accumulates_like(value.name, *acc);
                }
            }
        }
        _ => {}
    }
}

/// Whether each operand is combined by one primitive function of which its neutral value is one to the bit, and the operator does nothing
/// besides: an assertion in it may fail for a neutral value too.
fn is_monoid(operator: &Operator) -> bool {
    let function = &operator.function;
    let count = operator.neutral.len();
    if function.body.stms.len() != count {
        return false;
    }
    let combined = |number: usize| {
        let own = [function.params.get(number)?, function.params.get(count + number)?];
        let result = *function.body.results.get(number)?;
        let mut stms = function.body.stms.iter();
        let stm = stms.find(|stm| stm.pat.names().any(|name| result == Atom::Var(name)))?;
        let Exp::Prim(PrimFn::Bin(op, ty), operands) = &stm.exp else {
            return None;
        };
        let operands = operands.iter().zip(own);
        let mut is_own = operands.map(|(operand, param)| *operand == param.name.into());
        Some(is_own.all(|own| own) && is_neutral(*op, *ty, operator.neutral[number]))
    };
    (0..count).all(|number| combined(number) == Some(true))
}
