//! Functions and entry points: dropped, written out, with less parameters and results.

use super::{Change, constant, plain, remove, size, substitute};
use crate::{Case, inputs};
use elder_core::names::FunName;
use elder_core::tree::{Atom, Body, Exp, Ext, Pat, Program, Results, Stm, Type};
use elder_core::walk::{Fold, Rewrite, fold, rewrite};
use elder_syntax::prim::PrimValue;

/// Changes of all definitions.
pub(super) fn changes(case: &Case<Program>, entry: &str) -> Vec<Change> {
    let program = &case.program;
    let mut changes = Vec::new();
    let asking = asking(program);
    if asking > 0 {
        changes.push(Change::new(asking, |program, _| {
            unasked(program);
            Some(())
        }));
    }
    for (k, function) in program.functions.iter().enumerate() {
        if !function.at.is_plain() {
            changes.push(Change::new(1, move |program, _| {
                let function = program.functions.get_mut(k)?;
                function.at = function.at.plain();
                Some(())
            }));
        }
        let removes = body_size(&function.body);
        changes.push(Change::new(removes, move |program, _| {
            without_function(program, k)
        }));
        changes.push(Change::new(2, move |program, _| written_out(program, k)));
        for param in 0..function.params.len() {
            for value in [None, plain(&function.params[param].binder.ty)] {
                changes.push(Change::new(2, move |program, _| {
                    let function = program.functions.get_mut(k)?;
                    let binder = function.params.get(param)?.binder.clone();
                    remove(&mut function.params, param)?;
                    if let Some(value) = &value {
                        bind_first(&mut function.body, Pat::of([binder]), value);
                    }
                    at_calls(program, k, &mut |stm| match &mut stm.exp {
                        Exp::Call { arguments, .. } => remove(arguments, param),
                        _ => None,
                    })
                }));
            }
        }
        for result in 0..function.results.given.len() {
            changes.push(Change::new(2, move |program, _| {
                let function = program.functions.get_mut(k)?;
                remove(&mut function.results.given, result)?;
                remove(&mut function.body.results, result)?;
                at_calls(program, k, &mut |stm| remove(&mut stm.pat.values, result))
            }));
        }
    }
    for (k, own) in program.entries.iter().enumerate() {
        if own.name != entry {
            changes.push(Change::new(body_size(&own.body), move |program, _| {
                remove(&mut program.entries, k)
            }));
            continue;
        }
        let shared: usize = own.results.given.len();
        for (from, count) in inputs::pieces(shared) {
            changes.push(Change::new(2 * count, move |program, _| {
                let entry = program.entries.get_mut(k)?;
                if shared > count {
                    drop(entry.results.given.drain(from..from + count));
                    drop(entry.body.results.drain(from..from + count));
                    unhide(&mut entry.results, &mut entry.body);
                    return Some(());
                }
                None
            }));
        }
        for given in 0..shared {
            changes.push(Change::new(0, move |program, _| {
                program.entries.get_mut(k)?.results.given.get_mut(given)?.unique = false;
                Some(())
            }));
        }
        for param in 0..own.params.len() {
            // It is not used, a constant, or what is read for it.
            let read = case
                .inputs
                .get(param)
                .and_then(|value| Some(Exp::Atom(Atom::Const(value.as_scalar()?))));
            for value in [None, plain(&own.params[param].binder.ty), read] {
                let removes = 2 + case.inputs.get(param).map_or(0, |value| value.data().len());
                changes.push(Change::new(removes, move |program, inputs| {
                    let entry = program.entries.get_mut(k)?;
                    let binder = entry.params.get(param)?.binder.clone();
                    remove(&mut entry.params, param)?;
                    remove(inputs, param)?;
                    match &value {
                        Some(Exp::Atom(value)) => substitute(program, binder.name, *value),
                        Some(value) => {
                            bind_first(&mut entry.body, Pat::of([binder]), value);
                            Some(())
                        }
                        None => Some(()),
                    }
                }));
            }
            changes.push(Change::new(0, move |program, _| {
                program.entries.get_mut(k)?.params.get_mut(param)?.unique = false;
                Some(())
            }));
        }
        for size in 0..own.sizes.len() {
            let name = own.sizes[size];
            let shown = own.params.iter().zip(&case.inputs).find_map(|(param, value)| {
                let place = param
                    .binder
                    .ty
                    .dims()
                    .iter()
                    .position(|dim| *dim == elder_core::tree::Dim::Is(Atom::Var(name)))?;
                Some(Atom::Const(PrimValue::I64(
                    i64::try_from(*value.shape().get(place)?).ok()?,
                )))
            });
            for value in [None, shown] {
                changes.push(Change::new(1, move |program, _| {
                    remove(&mut program.entries.get_mut(k)?.sizes, size)?;
                    match value {
                        Some(value) => substitute(program, name, value),
                        None => Some(()),
                    }
                }));
            }
        }
    }
    changes
}

fn body_size(body: &Body) -> usize {
    body.stms.iter().map(|stm| size(&stm.exp) + 1).sum::<usize>() + 1
}

/// A statement before all others.
fn bind_first(body: &mut Body, pat: Pat, exp: &Exp) {
    let at = body.stms.first().map(|stm| stm.at).unwrap_or_default();
    body.stms.insert(0, Stm::binding(pat, exp.clone(), at));
}

/// Does something with each call of that function.
fn at_calls(
    program: &mut Program,
    function: usize,
    change: &mut dyn FnMut(&mut Stm) -> Option<()>,
) -> Option<()> {
    struct Calls<'c> {
        function: usize,
        change: &'c mut dyn FnMut(&mut Stm) -> Option<()>,
        failed: bool,
    }
    impl Rewrite for Calls<'_> {
        fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
            rewrite::stm(self, &mut stm);
            if matches!(&stm.exp, Exp::Call { function, .. } if function.index() == self.function) {
                self.failed |= (self.change)(&mut stm).is_none();
            }
            out.push(stm);
        }
    }
    let mut calls = Calls {
        function,
        change,
        failed: false,
    };
    rewrite::program(&mut calls, program);
    (!calls.failed).then_some(())
}

/// How often a function is called.
fn calls(program: &Program, function: usize) -> usize {
    struct Count(usize, usize);
    impl Fold for Count {
        fn exp(&mut self, exp: &Exp) {
            self.1 += usize::from(matches!(exp, Exp::Call { function, .. } if function.index() == self.0));
            fold::exp(self, exp);
        }
    }
    let mut count = Count(function, 0);
    fold::program(&mut count, program);
    count.1
}

/// Without a function that nobody calls; those behind it have other numbers then.
fn without_function(program: &mut Program, function: usize) -> Option<()> {
    struct Behind(usize);
    impl Rewrite for Behind {
        fn exp(&mut self, exp: &mut Exp) {
            if let Exp::Call { function, .. } = exp
                && function.index() > self.0
            {
                *function = FunName(function.0 - 1);
            }
            rewrite::exp(self, exp);
        }
    }
    // Its own calls go with it.
    let own = std::mem::take(&mut program.functions.get_mut(function)?.body);
    if calls(program, function) > 0 {
        program.functions.get_mut(function)?.body = own;
        return None;
    }
    remove(&mut program.functions, function)?;
    rewrite::program(&mut Behind(function), program);
    Some(())
}

/// The body of a function stands in place of its only call.
fn written_out(program: &mut Program, function: usize) -> Option<()> {
    struct WriteOut {
        function: usize,
        /// The parameters and the body, until it stands somewhere.
        inner: Option<(Vec<elder_core::tree::Binder>, Body)>,
    }
    impl Rewrite for WriteOut {
        fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
            rewrite::stm(self, &mut stm);
            let arguments = match &stm.exp {
                Exp::Call { function, arguments } if function.index() == self.function => arguments.clone(),
                _ => return out.push(stm),
            };
            let Some((params, body)) = self.inner.take() else {
                return out.push(stm);
            };
            let at = stm.at;
            let bind = |values, exp| Stm::binding(Pat::of(values), exp, at);
            let bound = params.into_iter().zip(arguments);
            out.extend(bound.map(|(binder, argument)| bind(vec![binder], Exp::Atom(argument))));
            super::statements::spliced(stm, body, out);
        }
    }
    if calls(program, function) != 1 {
        return None;
    }
    let own = program.functions.get_mut(function)?;
    let params = own.params.iter().map(|param| param.binder.clone()).collect();
    let mut write = WriteOut {
        function,
        inner: Some((params, std::mem::take(&mut own.body))),
    };
    rewrite::program(&mut write, program);
    match write.inner {
        None => without_function(program, function),
        // It calls itself.
        Some(_) => None,
    }
}

/// Existential sizes that no result shows any more are not hidden.
fn unhide(results: &mut Results, body: &mut Body) {
    for k in (0..results.existential).rev() {
        let shows = |ty: &Type<Ext>| ty.dims().contains(&Ext::Existential(k));
        if results.given.iter().any(|given| shows(&given.ty)) {
            continue;
        }
        if remove(&mut body.witnesses, usize::from(k)).is_none() {
            continue;
        }
        results.existential -= 1;
        for given in &mut results.given {
            given.ty = given.ty.map(|dim| match dim {
                Ext::Existential(own) if *own > k => Ext::Existential(own - 1),
                dim => *dim,
            });
        }
    }
}

/// A constant that a size becomes.
pub(super) fn sizes() -> impl Iterator<Item = Atom> {
    [0, 1, 2]
        .into_iter()
        .filter_map(|n| constant(elder_syntax::prim::PrimType::I64, n))
}

/// How many definitions and statements have attributes.
pub(super) fn asking(program: &Program) -> usize {
    struct Asking(usize);
    impl Fold for Asking {
        fn stm(&mut self, stm: &Stm) {
            self.0 += usize::from(!stm.at.is_plain());
            fold::stm(self, stm);
        }
    }
    let definitions = program
        .definitions()
        .filter(|definition| !definition.at.is_plain());
    let mut asking = Asking(definitions.count());
    fold::program(&mut asking, program);
    asking.0
}

/// Drops all attributes.
fn unasked(program: &mut Program) {
    struct Unasked;
    impl Rewrite for Unasked {
        fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
            stm.at = stm.at.plain();
            rewrite::stm(self, &mut stm);
            out.push(stm);
        }
    }
    for definition in program.definitions_mut() {
        definition.at = definition.at.plain();
    }
    rewrite::program(&mut Unasked, program);
}
