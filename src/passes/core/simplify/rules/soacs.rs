//! Combinators of no element, and of one; elements that are known.

use crate::core::simplify::becomes::{Opened, Part};
use crate::core::simplify::engine::Engine;
use elder_core::Dim;
use elder_core::analyses::{effects, free};
use elder_core::renamed::Substitution;
use elder_core::rules::simplification::CORE_O_MAPID;
use elder_core::tree::{Atom, Binder, Exp, Lambda, Pat, Soac, Stm, Type};
use elder_core::walk::Rewrite;
use elder_core::{Name, SiteId};
use rustc_hash::FxHashSet;

/// CORE-O-SOACONE
pub fn one(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Opened> {
    let at = stm.at.plain();
    let Exp::Soac { width, inputs, soac } = &mut stm.exp else {
        return None;
    };
    if engine.resolved(*width) != Atom::i64(1) {
        return None;
    }
    let Soac::Screma(screma) = &mut **soac else {
        return None;
    };
    // An array that is combined may be consumed by the operator, which the neutral value must not be.
    let mut operands = screma
        .reductions
        .iter()
        .flat_map(|operator| &operator.function.params);
    let is_scalar = operands.all(|param| matches!(param.ty, Type::Prim(_)));
    if !is_scalar || !screma.scans.is_empty() || screma.after.is_some() {
        return None;
    }
    let (own, elements) = screma.function.params.split_at(screma.accs.len());
    let accs = own.iter().zip(&screma.accs);
    let mut parts: Vec<Part> = accs
        .map(|(param, acc)| Part::Substitution(param.name, (*acc).into()))
        .collect();
    parts.extend(first_elements(inputs, elements, at));
    let results = applied(&mut screma.function, &mut parts);
    let first = screma.singles();
    let mut results = results.into_iter();
    let mut values: Vec<Exp> = results.by_ref().take(screma.accs.len()).map(Exp::Atom).collect();
    for operator in &mut screma.reductions {
        let count = operator.operands();
        let operands = operator
            .neutral
            .iter()
            .copied()
            .chain(results.by_ref().take(count));
        let params = operator.function.params.iter().map(|param| param.name);
        parts.extend(
            params
                .zip(operands)
                .map(|(name, atom)| Part::Substitution(name, atom)),
        );
        values.extend(
            applied(&mut operator.function, &mut parts)
                .into_iter()
                .map(Exp::Atom),
        );
    }
    let mapped = results.zip(&screma.function.results[first..]);
    values.extend(mapped.map(|(result, ty)| row(result, ty)));
    Some(Opened {
        values,
        witnesses: vec![],
        parts,
    })
}

/// CORE-O-SOACNONE
pub fn none(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Opened> {
    let Exp::Soac { width, soac, .. } = &stm.exp else {
        return None;
    };
    if engine.resolved(*width) != Atom::i64(0) {
        return None;
    }
    let atom = |name: &Name| Exp::Atom((*name).into());
    // What is given without elements: accumulators, neutral values, arrays that nothing is written to.
    let (first, witnesses): (Vec<Exp>, Vec<Atom>) = match &**soac {
        Soac::Screma(screma) => {
            let reductions = screma.reductions.iter();
            let operands = reductions.flat_map(|own| own.neutral.iter().zip(&own.function.results));
            // The neutral value is not the result, which may be consumed.
            let given = operands.map(|(neutral, ty)| match (ty, neutral) {
                (Type::Array { .. }, Atom::Var(name)) => Exp::Copy(*name),
                _ => Exp::Atom(*neutral),
            });
            (screma.accs.iter().map(atom).chain(given).collect(), vec![])
        }
        Soac::Filter { .. } => (vec![], vec![Atom::i64(0)]),
        Soac::Scatter { into, .. } => (into.iter().map(|target| atom(&target.array)).collect(), vec![]),
        Soac::Hist { into, .. } => {
            let targets = into.iter().flat_map(|(targets, _)| targets);
            (targets.map(|target| atom(&target.array)).collect(), vec![])
        }
        // A chunk of no elements may be evaluated all the same.
        Soac::StreamPar { .. } | Soac::StreamSeq { .. } => return None,
    };
    let blank = |value: &Binder| {
        let mut dims = value.ty.dims().iter().skip(1);
        let is_natural = |dim: &Dim| match dim {
            Dim::Is(size) => engine.is_natural(engine.resolved(*size)),
            Dim::Open => false,
        };
        dims.all(is_natural).then(|| {
            let dims = value.ty.dims().iter().skip(1).copied();
            let dims = std::iter::once(Dim::Is(Atom::i64(0))).chain(dims);
            Some(Exp::Blank(Type::array(dims, value.ty.element()?)))
        })?
    };
    let rest = stm.pat.values.iter().skip(first.len()).map(blank);
    let rest = rest.collect::<Option<Vec<Exp>>>()?;
    Some(Opened {
        parts: vec![],
        witnesses,
        values: first.into_iter().chain(rest).collect(),
    })
}

/// The function of a combinator and how many of its parameters are no elements of inputs; none where there is a result for each
/// input.
pub fn function_of(soac: &mut Soac) -> Option<(&mut Lambda, usize)> {
    match soac {
        Soac::Screma(screma) => Some((&mut screma.function, screma.accs.len())),
        Soac::Scatter { function, .. } | Soac::Hist { function, .. } => Some((function, 0)),
        Soac::StreamPar { function, .. } => Some((&mut function.function, 0)),
        Soac::StreamSeq { initial, function } => Some((&mut function.function, initial.len())),
        Soac::Filter { .. } => None,
    }
}

/// CORE-O-AFTER: where nothing is scanned, the function after the scans is the end of the other one.
pub fn after(engine: &mut Engine<'_>, stm: &mut Stm) -> bool {
    let Exp::Soac { soac, .. } = &mut stm.exp else {
        return false;
    };
    let Soac::Screma(screma) = &mut **soac else {
        return false;
    };
    let singles = screma.singles();
    let is_pure = |stm: &Stm| effects::is_pure_counted(stm, &engine.counted);
    let is_pure = |after: &mut Lambda| after.body.stms.iter().all(is_pure);
    let Some(mut after) = screma
        .after
        .take_if(|after| screma.scans.is_empty() && is_pure(after))
    else {
        return false;
    };
    let function = &mut screma.function;
    let handed = function.body.results.split_off(singles);
    let substitution = after.params.iter().map(|param| param.name).zip(handed).collect();
    Substitution(&substitution).body(&mut after.body);
    for (name, atom) in substitution {
        // It may stand in types where the parameter did.
        engine.substitute(name, atom);
    }
    function.body.stms.append(&mut after.body.stms);
    function.body.results.append(&mut after.body.results);
    function.results.truncate(singles);
    function.results.append(&mut after.results);
    true
}

/// CORE-O-DEADINPUT: an input that comes twice.
pub fn twice(engine: &mut Engine<'_>, stm: &mut Stm) -> bool {
    let Exp::Soac { inputs, soac, .. } = &mut stm.exp else {
        return false;
    };
    let before = inputs.len();
    let Some((function, skipped)) = function_of(soac) else {
        return false;
    };
    for number in (1..before).rev() {
        let own = engine.resolved(inputs[number].into());
        let mut earlier = inputs.iter().take(number);
        let first = earlier.position(|input| engine.resolved((*input).into()) == own);
        let (Some(first), false) = (first, engine.sharing.is_consumed(inputs[number])) else {
            continue;
        };
        let param = function.params.remove(skipped + number);
        engine.substitute(param.name, function.params[skipped + first].name.into());
        inputs.remove(number);
    }
    inputs.len() < before
}

/// CORE-O-MAPIOTA
pub fn repeated(engine: &mut Engine<'_>, stm: &mut Stm) -> bool {
    let Exp::Soac { width, inputs, soac } = &mut stm.exp else {
        return false;
    };
    // A chunk is an array, whatever its elements are.
    if matches!(**soac, Soac::StreamPar { .. } | Soac::StreamSeq { .. }) {
        return false;
    }
    let Some((function, skipped)) = function_of(soac) else {
        return false;
    };
    let mut applied = false;
    for number in (0..inputs.len()).rev() {
        let input = engine.resolved(inputs[number].into());
        let Some(Exp::Replicate { value, .. }) = engine.defined(input) else {
            continue;
        };
        let value = *value;
        let param = &function.params[skipped + number];
        let is_kept = |name: Name| !engine.sharing.is_consumed(name);
        let is_same = match (&param.ty, value) {
            (Type::Prim(_), _) => true,
            (_, Atom::Var(row)) => is_kept(param.name) && is_kept(row),
            (_, Atom::Const(_)) => false,
        };
        if !is_same {
            continue;
        }
        let name = param.name;
        // That the width is natural is known of an input only, so the last one stays.
        let goes = inputs.len() > 1 || effects::is_natural(engine.resolved(*width));
        if !goes && !free::is_used(&function.body, name) {
            continue;
        }
        applied = true;
        engine.substitute(name, value);
        if goes {
            function.params.remove(skipped + number);
            inputs.remove(number);
        }
    }
    applied
}

/// CORE-O-MAPID: what the function gives of no element, or of one as it is, is made before the combinator.
pub fn identities(engine: &mut Engine<'_>, stm: &mut Stm, out: &mut Vec<Stm>) {
    if !engine.switches.on(&CORE_O_MAPID) {
        return;
    }
    let (at, values) = (stm.at.plain(), &mut stm.pat.values);
    let Exp::Soac { width, inputs, soac } = &mut stm.exp else {
        return;
    };
    let Soac::Screma(screma) = &mut **soac else {
        return;
    };
    // What is handed to the function after the scans is no result.
    if screma.after.is_some() {
        return;
    }
    let (first, skipped) = (screma.combined(), screma.accs.len());
    let function = &mut screma.function;
    // The rows of an input may be those of nothing, turned to the outside.
    if !engine.is_natural(*width) {
        return;
    }
    let bound: FxHashSet<Name> = function
        .body
        .stms
        .iter()
        .flat_map(|stm| stm.pat.names())
        .collect();
    for number in (first..values.len()).rev() {
        let result = function.body.results[number];
        let param = function
            .params
            .iter()
            .position(|param| result == param.name.into());
        let exp = match param {
            Some(param) if param >= skipped => Exp::Copy(inputs[param - skipped]),
            Some(_) => continue,
            None if result.name().is_some_and(|name| bound.contains(&name)) => continue,
            None => Exp::Replicate {
                count: *width,
                value: result,
            },
        };
        CORE_O_MAPID.apply();
        engine.changed = true;
        function.body.results.remove(number);
        function.results.remove(number);
        // As many as there are elements of an array.
        let safe = matches!(exp, Exp::Replicate { .. });
        let own = Stm {
            safe,
            ..Stm::binding(Pat::of([values.remove(number)]), exp, at)
        };
        engine.executed(&own);
        out.push(own);
    }
}

/// The statements of a function, and what it gives.
fn applied(function: &mut Lambda, parts: &mut Vec<Part>) -> Vec<Atom> {
    let body = std::mem::take(&mut function.body);
    parts.extend(body.stms.into_iter().map(Part::Stm));
    body.results
}

/// The array of one row.
fn row(result: Atom, ty: &Type) -> Exp {
    Exp::Literal {
        row: ty.clone(),
        elements: vec![result],
    }
}

/// Each parameter is the first element of its input.
fn first_elements(inputs: &[Name], params: &[Binder], at: SiteId) -> impl Iterator<Item = Part> {
    inputs.iter().zip(params).map(move |(array, param)| {
        let row = Exp::row(*array, [Atom::i64(0)], &param.ty);
        Part::Stm(Stm::binding(Pat::of([param.clone()]), row, at).safely())
    })
}
