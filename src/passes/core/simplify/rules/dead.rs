//! Parts of statements that nobody uses: results of conditionals, loops and combinators, and inputs.

use super::soacs::function_of;
use crate::core::simplify::uses::{Back, retain};
use elder_core::Name;
use elder_core::analyses::effects::Counted;
use elder_core::analyses::uses::Uses;
use elder_core::analyses::{dependences, effects, free};
use elder_core::rules::simplification::{
    CORE_O_DEADIF, CORE_O_DEADINPUT, CORE_O_DEADLOOP, CORE_O_DEADMAP, CORE_O_DEADRED,
};
use elder_core::tree::{
    Atom, Binder, Body, Exp, Ext, Form, Lambda, Loop, Operator, Pat, Results, Screma, Soac, Stm,
};
use elder_core::walk::{Fold, fold};
use elder_syntax::Rule;

/// CORE-O-DEADIF, CORE-O-DEADLOOP, CORE-O-DEADMAP, CORE-O-DEADRED: results that nobody uses, before the parts of the statement, so that
/// what only they need goes too.
pub fn results(back: &mut Back<'_>, stm: &mut Stm) {
    if !matches!(stm.exp, Exp::If { .. } | Exp::Loop(_) | Exp::Soac { .. }) {
        return;
    }
    let used: Vec<bool> = (stm.pat.values.iter())
        .map(|value| back.uses.count(value.name) > 0)
        .collect();
    if !used.contains(&false) && !is_handed_in_vain(&back.uses, &stm.exp) {
        return;
    }
    match &mut stm.exp {
        Exp::If {
            then,
            otherwise,
            results,
            ..
        } if back.switches.on(&CORE_O_DEADIF) => {
            of_branches(&mut back.uses, &mut stm.pat, [then, otherwise], results, &used);
            applied(back, &CORE_O_DEADIF);
        }
        Exp::Loop(it) if back.switches.on(&CORE_O_DEADLOOP) => {
            let some = of_rounds(&mut back.uses, back.counted, &mut stm.pat, it, &used);
            if some {
                applied(back, &CORE_O_DEADLOOP);
            }
        }
        Exp::Soac { soac, .. } => {
            if back.switches.on(&CORE_O_DEADMAP) && mapped(&mut back.uses, &mut stm.pat, soac, &used) {
                applied(back, &CORE_O_DEADMAP);
            }
            if back.switches.on(&CORE_O_DEADRED) && reduced(&mut back.uses, back.counted, &mut stm.pat, soac)
            {
                applied(back, &CORE_O_DEADRED);
            }
        }
        _ => {}
    }
}

/// Whether the function after the scans does not use what it is handed.
fn is_handed_in_vain(uses: &Uses, exp: &Exp) -> bool {
    match exp {
        Exp::Soac { soac, .. } => match &**soac {
            Soac::Screma(Screma {
                after: Some(after), ..
            }) => after.params.iter().any(|param| uses.count(param.name) == 0),
            _ => false,
        },
        _ => false,
    }
}

fn applied(back: &mut Back<'_>, rule: &'static Rule) {
    rule.apply();
    back.changed = true;
}

/// Of the values of a pattern those that are kept.
fn keep(uses: &mut Uses, pat: &mut Pat, kept: &[bool]) {
    for (value, _) in pat.values.iter().zip(kept).filter(|(_, kept)| !**kept) {
        uses.release_type(&value.ty);
    }
    retain(&mut pat.values, kept);
}

/// Of the results of a body those that are kept.
fn keep_results(uses: &mut Uses, body: &mut Body, kept: &[bool]) {
    for (result, _) in body.results.iter().zip(kept).filter(|(_, kept)| !**kept) {
        uses.release(*result);
    }
    retain(&mut body.results, kept);
}

/// Of the results of a function those that are kept.
fn keep_given(uses: &mut Uses, function: &mut Lambda, kept: &[bool]) {
    keep_results(uses, &mut function.body, kept);
    for (ty, _) in function.results.iter().zip(kept).filter(|(_, kept)| !**kept) {
        uses.release_type(ty);
    }
    retain(&mut function.results, kept);
}

/// CORE-O-DEADIF, with the existential sizes that stood only in types of what went.
fn of_branches(
    uses: &mut Uses,
    pat: &mut Pat,
    branches: [&mut Box<Body>; 2],
    results: &mut Results,
    kept: &[bool],
) {
    keep(uses, pat, kept);
    let [then, otherwise] = branches;
    keep_results(uses, then, kept);
    keep_results(uses, otherwise, kept);
    for (given, _) in results.given.iter().zip(kept).filter(|(_, kept)| !**kept) {
        uses.released().result(&given.ty);
    }
    retain(&mut results.given, kept);
    for number in (0..pat.sizes.len()).rev() {
        let existential = Ext::Existential(number as u16);
        let is_declared = results
            .given
            .iter()
            .any(|given| given.ty.dims().contains(&existential));
        if is_declared || uses.count(pat.sizes[number]) > 0 {
            continue;
        }
        pat.sizes.remove(number);
        for body in [&mut *then, &mut *otherwise] {
            uses.release(body.witnesses.remove(number));
        }
        results.existential -= 1;
        for given in &mut results.given {
            given.ty = given.ty.map(|dim| match *dim {
                Ext::Existential(later) if usize::from(later) > number => Ext::Existential(later - 1),
                dim => dim,
            });
        }
    }
}

/// CORE-O-DEADLOOP: parameters that neither the results that are used nor an effect of the body need, in any round.
fn of_rounds(uses: &mut Uses, counted: &Counted, pat: &mut Pat, it: &mut Loop, used: &[bool]) -> bool {
    let condition = match it.form {
        Form::While { condition } => Some(condition),
        Form::For { .. } => None,
    };
    let mut kept: Vec<bool> = (it.params.iter().zip(used))
        .map(|((param, _), used)| *used || condition == Some(param.binder.name))
        .collect();
    let needed = closed(&it.body, counted, &mut kept, |number| {
        vec![it.params[number].0.binder.name]
    });
    if !kept.contains(&false) {
        return false;
    }
    keep(uses, pat, &kept);
    leave_out(uses, &mut it.body, &needed);
    keep_results(uses, &mut it.body, &kept);
    for ((param, initial), _) in it.params.iter().zip(&kept).filter(|(_, kept)| !**kept) {
        uses.release_type(&param.binder.ty);
        uses.release(*initial);
    }
    retain(&mut it.params, &kept);
    true
}

/// Results that are needed because another one is, which depends on the parameters that they are the next values of; and which
/// statements these need, or have an effect.
fn closed(
    body: &Body,
    counted: &Counted,
    kept: &mut [bool],
    params: impl Fn(usize) -> Vec<Name>,
) -> Vec<bool> {
    loop {
        let (needed, names) = needed(body, counted, kept);
        let mut grows = false;
        for (number, kept) in kept.iter_mut().enumerate() {
            if !*kept && names.uses_any(params(number)) {
                (*kept, grows) = (true, true);
            }
        }
        if !grows {
            return needed;
        }
    }
}

/// The statements of a body that these results need or that have an effect, and the names that they use.
fn needed(body: &Body, counted: &Counted, kept: &[bool]) -> (Vec<bool>, free::Names) {
    let results = body.results.iter().zip(kept).filter(|(_, kept)| **kept);
    let roots = results
        .map(|(result, _)| *result)
        .chain(body.witnesses.iter().copied());
    let mut names = free::Names::default();
    names.extend(roots.filter_map(Atom::name));
    let needed = dependences::needed_for(&body.stms, &mut names, counted);
    (needed, names)
}

/// Only what is needed stays.
fn leave_out(uses: &mut Uses, body: &mut Body, needed: &[bool]) {
    for (stm, _) in body.stms.iter().zip(needed).filter(|(_, needed)| !**needed) {
        fold::stm(&mut uses.released(), stm);
    }
    retain(&mut body.stms, needed);
}

/// CORE-O-DEADMAP: of what is mapped, and of what only goes from the function to that after the scans.
fn mapped(uses: &mut Uses, pat: &mut Pat, soac: &mut Soac, used: &[bool]) -> bool {
    let mut changed = false;
    // Who gives what is mapped; so many of the values are not, so many of them this function does not give.
    let (function, first, elsewhere) = match soac {
        Soac::Screma(screma) => {
            let (singles, scanned) = (screma.singles(), screma.scanned());
            match &mut screma.after {
                Some(after) => {
                    changed = handed(uses, &mut screma.function, after, (singles, scanned));
                    (after, singles, singles)
                }
                None => (&mut screma.function, singles + scanned, 0),
            }
        }
        Soac::StreamPar { operator, function } => (&mut function.function, operator.operands(), 0),
        Soac::StreamSeq { initial, function } => (&mut function.function, initial.len(), 0),
        Soac::Filter { .. } | Soac::Scatter { .. } | Soac::Hist { .. } => return false,
    };
    let kept: Vec<bool> = (used.iter().enumerate())
        .map(|(number, used)| *used || number < first)
        .collect();
    if !kept.contains(&false) {
        return changed;
    }
    keep(uses, pat, &kept);
    keep_given(uses, function, &kept[elsewhere..]);
    true
}

/// Mapped values that the function after the scans does not use.
fn handed(
    uses: &mut Uses,
    function: &mut Lambda,
    after: &mut Lambda,
    (singles, scanned): (usize, usize),
) -> bool {
    let kept: Vec<bool> = (after.params.iter().enumerate())
        .map(|(number, param)| number < scanned || uses.count(param.name) > 0)
        .collect();
    if !kept.contains(&false) {
        return false;
    }
    drop_params(uses, &mut after.params, &kept);
    keep_given(uses, function, &[vec![true; singles], kept].concat());
    true
}

/// CORE-O-DEADRED: of each operator the operands that no operand that is used depends on; an operator without any goes.
fn reduced(uses: &mut Uses, counted: &Counted, pat: &mut Pat, soac: &mut Soac) -> bool {
    let Soac::Screma(screma) = soac else {
        return false;
    };
    let mut applied = false;
    let Screma {
        accs,
        reductions,
        scans,
        function,
        after,
    } = screma;
    let mut from = accs.len();
    let mut stays = |operator: &mut Operator, users: Users<'_>| {
        let narrowed = narrowed(uses, counted, users, operator, function, from);
        from += operator.operands();
        applied |= narrowed;
        !narrowed || operator.operands() > 0
    };
    reductions.retain_mut(|operator| stays(operator, Users::Pattern(pat)));
    let singles = accs.len() + reductions.iter().map(Operator::operands).sum::<usize>();
    scans.retain_mut(|operator| match after {
        Some(after) => stays(operator, Users::After(after, singles)),
        None => stays(operator, Users::Pattern(pat)),
    });
    applied
}

/// Who uses what an operator comes to.
enum Users<'s> {
    /// The values of a pattern, as many as the function gives.
    Pattern(&'s mut Pat),
    /// The function after the scans, which is not handed so many of the first results.
    After(&'s mut Lambda, usize),
}

/// An operator, which combines what a function gives from this place on, without the operands that nothing needs; whether there are some.
fn narrowed(
    uses: &mut Uses,
    counted: &Counted,
    users: Users<'_>,
    operator: &mut Operator,
    function: &mut Lambda,
    from: usize,
) -> bool {
    let count = operator.operands();
    let own = |number: usize| match &users {
        Users::Pattern(pat) => pat.values[number].name,
        Users::After(after, singles) => after.params[number - singles].name,
    };
    let mut kept: Vec<bool> = (from..from + count)
        .map(|number| uses.count(own(number)) > 0)
        .collect();
    let params: Vec<Name> = operator.function.params.iter().map(|param| param.name).collect();
    let needed = closed(&operator.function.body, counted, &mut kept, |number| {
        vec![params[number], params[count + number]]
    });
    // What an operator does besides has to be done.
    if !kept.contains(&false) || !kept.contains(&true) && needed.contains(&true) {
        return false;
    }
    let mut all = vec![true; function.results.len()];
    all.splice(from..from + count, kept.iter().copied());
    match users {
        Users::Pattern(pat) => keep(uses, pat, &all),
        Users::After(after, singles) => drop_params(uses, &mut after.params, &all[singles..]),
    }
    keep_given(uses, function, &all);
    narrow(uses, operator, &kept, &needed);
    true
}

/// An operator of fewer operands.
fn narrow(uses: &mut Uses, operator: &mut Operator, kept: &[bool], needed: &[bool]) {
    let function = &mut operator.function;
    leave_out(uses, &mut function.body, needed);
    keep_given(uses, function, kept);
    let both = [kept, kept].concat();
    drop_params(uses, &mut function.params, &both);
    for (neutral, _) in operator.neutral.iter().zip(kept).filter(|(_, kept)| !**kept) {
        uses.release(*neutral);
    }
    retain(&mut operator.neutral, kept);
}

fn drop_params(uses: &mut Uses, params: &mut Vec<Binder>, kept: &[bool]) {
    for (param, _) in params.iter().zip(kept).filter(|(_, kept)| !**kept) {
        uses.release_type(&param.ty);
    }
    retain(params, kept);
}

/// CORE-O-DEADINPUT: inputs whose elements the function does not use, after its parts.
pub fn inputs(back: &mut Back<'_>, stm: &mut Stm) {
    let Exp::Soac { width, inputs, soac } = &mut stm.exp else {
        return;
    };
    if !back.switches.on(&CORE_O_DEADINPUT) || inputs.is_empty() {
        return;
    }
    let Some((function, skipped)) = function_of(soac) else {
        return;
    };
    if function.params.len() != skipped + inputs.len() {
        return;
    }
    let mut kept: Vec<bool> = (function.params.iter().enumerate())
        .map(|(number, param)| number < skipped || back.uses.count(param.name) > 0)
        .collect();
    // That the width is natural is known of an input only.
    if !kept[skipped..].contains(&true) && !effects::is_natural(*width) {
        kept[skipped] = true;
    }
    if !kept.contains(&false) {
        return;
    }
    drop_params(&mut back.uses, &mut function.params, &kept);
    let kept = &kept[skipped..];
    for (input, _) in inputs.iter().zip(kept).filter(|(_, kept)| !**kept) {
        back.uses.release((*input).into());
    }
    retain(inputs, kept);
    applied(back, &CORE_O_DEADINPUT);
}
