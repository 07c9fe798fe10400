//! Statements: dropped, replaced by a plain value or an operand, by a branch, by one round of a loop, with less inputs and results.

use super::{Change, are_same, at_body, constant, each_body, elementwise, plain, remove, size, substitute};
use crate::inputs;
use elder_core::analyses::uses::Uses;
use elder_core::names::{Name, Types};
use elder_core::tree::{Atom, Binder, Body, Exp, Form, Pat, Program, Screma, Soac, Stm, Type};
use elder_core::walk::{Fold, Rewrite, rewrite};
use elder_syntax::prim::PrimType;

/// Changes of all statements.
pub(super) fn changes(program: &Program) -> Vec<Change> {
    let (types, uses) = (program.names.types(), Uses::of(program));
    let mut changes = vec![Change::new(1, |program, _| without_unused(program))];
    each_body(program, &mut |number, body| {
        for (from, count) in inputs::pieces(body.stms.len()) {
            let removes = body.stms[from..from + count]
                .iter()
                .map(|stm| size(&stm.exp) + 1)
                .sum();
            changes.push(Change::new(removes, move |program, _| {
                let mut certs = Vec::new();
                at_body(program, number, &mut |body| {
                    for stm in body.stms.drain(from..from + count) {
                        certs.extend(stm.pat.names());
                    }
                    Some(())
                })?;
                rewrite::program(&mut Uncertified(&certs), program);
                Some(())
            }));
        }
        for (place, stm) in body.stms.iter().enumerate() {
            if !stm.at.is_plain() {
                changes.push(at(1, number, place, |mut stm, out| {
                    stm.at = stm.at.plain();
                    out.push(stm);
                    Some(())
                }));
            }
            of_statement(number, place, stm, types, &uses, &mut changes);
        }
    });
    changes
}

/// What a statement becomes: these.
type Made = dyn Fn(Stm, &mut Vec<Stm>) -> Option<()>;

/// A change of one statement.
fn at(
    removes: usize,
    number: usize,
    place: usize,
    change: impl Fn(Stm, &mut Vec<Stm>) -> Option<()> + 'static,
) -> Change {
    let change: Box<Made> = Box::new(change);
    Change::new(removes, move |program, _| {
        at_body(program, number, &mut |body| {
            let stm = body.stms.get(place)?.clone();
            let mut made = Vec::new();
            change(stm, &mut made)?;
            body.stms.splice(place..=place, made);
            Some(())
        })
    })
}

fn of_statement(
    number: usize,
    place: usize,
    stm: &Stm,
    types: &Types,
    uses: &Uses,
    changes: &mut Vec<Change>,
) {
    let whole = size(&stm.exp);
    if !is_plain(&stm.exp) {
        changes.push(at(whole.saturating_sub(1), number, place, all_plain));
    }
    if !stm.certs.is_empty() {
        changes.push(at(stm.certs.len(), number, place, |mut stm, out| {
            stm.certs.clear();
            out.push(stm);
            Some(())
        }));
    }
    if let [value] = stm.pat.values.as_slice() {
        // Another variable for it, at first those of which it is made.
        let own = value.name;
        let to = match &stm.exp {
            Exp::Atom(atom) => vec![*atom],
            exp => operands(exp)
                .into_iter()
                .filter(|name| are_same(types, *name, own))
                .map(Atom::Var)
                .collect(),
        };
        for to in to {
            changes.push(Change::new(whole + 1, move |program, _| {
                at_body(program, number, &mut |body| remove(&mut body.stms, place))?;
                substitute(program, own, to)
            }));
        }
    }
    match &stm.exp {
        Exp::If {
            then,
            otherwise,
            results,
            ..
        } => {
            for is_then in [true, false] {
                let kept = if is_then { then } else { otherwise };
                let removes = whole.saturating_sub(kept.stms.iter().map(|stm| size(&stm.exp)).sum());
                changes.push(at(removes, number, place, move |mut stm, out| {
                    let Exp::If { then, otherwise, .. } = std::mem::replace(&mut stm.exp, NOTHING) else {
                        return None;
                    };
                    spliced(stm, *if is_then { then } else { otherwise }, out);
                    Some(())
                }));
            }
            for k in unused(stm, uses, results.given.len()) {
                changes.push(at(2, number, place, move |mut stm, out| {
                    let Exp::If {
                        then,
                        otherwise,
                        results,
                        ..
                    } = &mut stm.exp
                    else {
                        return None;
                    };
                    remove(&mut results.given, k)?;
                    remove(&mut then.results, k)?;
                    remove(&mut otherwise.results, k)?;
                    remove(&mut stm.pat.values, k)?;
                    out.push(stm);
                    Some(())
                }));
            }
        }
        Exp::Loop(own) => {
            changes.push(at(whole, number, place, no_round));
            changes.push(at(2, number, place, one_round));
            for k in unused(stm, uses, own.params.len()) {
                changes.push(at(3, number, place, move |mut stm, out| {
                    let Exp::Loop(own) = &mut stm.exp else { return None };
                    let (param, first) = own.params.get(k)?.clone();
                    remove(&mut own.params, k)?;
                    remove(&mut own.body.results, k)?;
                    remove(&mut stm.pat.values, k)?;
                    let at = stm.at;
                    own.body.stms.insert(0, bound(param.binder, first, at));
                    out.push(stm);
                    Some(())
                }));
            }
        }
        Exp::Soac { inputs, soac, .. } => {
            for k in 0..inputs.len() {
                changes.push(at(2, number, place, move |mut stm, out| {
                    let Exp::Soac { inputs, soac, .. } = &mut stm.exp else {
                        return None;
                    };
                    let (function, before) = elementwise(soac)?;
                    remove(inputs, k)?;
                    remove(&mut function.params, before + k)?;
                    out.push(stm);
                    Some(())
                }));
            }
            if let Soac::Screma(screma) = &**soac {
                for k in unused(stm, uses, stm.pat.values.len()) {
                    changes.push(at(
                        3,
                        number,
                        place,
                        of_screma(move |screma, pat| {
                            remove(&mut pat.values, k)?;
                            without_value(screma, k)
                        }),
                    ));
                }
                for k in 0..screma.after.iter().flat_map(|after| &after.params).count() {
                    changes.push(at(
                        2,
                        number,
                        place,
                        of_screma(move |screma, _| {
                            remove(&mut screma.after.as_mut()?.params, k)?;
                            without_given(screma, screma.singles() + k)
                        }),
                    ));
                }
                if screma.after.is_some() {
                    let without = |screma: &mut Screma, _: &mut Pat| {
                        screma.after = None;
                        Some(())
                    };
                    changes.push(at(3, number, place, of_screma(without)));
                }
            }
        }
        Exp::Literal { elements, .. } => {
            for (from, count) in inputs::pieces(elements.len()) {
                changes.push(at(count, number, place, move |mut stm, out| {
                    let Exp::Literal { elements, .. } = &mut stm.exp else {
                        return None;
                    };
                    drop(elements.drain(from..from + count));
                    out.push(stm);
                    Some(())
                }));
            }
        }
        _ => {}
    }
}

/// An expression that stands nowhere.
const NOTHING: Exp = Exp::Atom(Atom::Const(elder_syntax::prim::PrimValue::Bool(false)));

/// Which results of a statement nobody uses.
fn unused(stm: &Stm, uses: &Uses, count: usize) -> Vec<usize> {
    let values = stm.pat.values.iter().take(count).enumerate();
    values
        .filter(|(_, value)| uses.count(value.name) == 0)
        .map(|(k, _)| k)
        .collect()
}

fn is_plain(exp: &Exp) -> bool {
    matches!(exp, Exp::Atom(Atom::Const(_)) | Exp::Blank(_))
}

/// The variables that an expression uses.
fn operands(exp: &Exp) -> Vec<Name> {
    struct Used(Vec<Name>);
    impl Fold for Used {
        fn used(&mut self, name: &Name) {
            if !self.0.contains(name) {
                self.0.push(*name);
            }
        }
        fn ty(&mut self, _ty: &Type) {}
    }
    let mut used = Used(vec![]);
    used.exp(exp);
    used.0
}

fn bound(binder: Binder, to: Atom, at: elder_core::site::SiteId) -> Stm {
    Stm::binding(Pat::of([binder]), Exp::Atom(to), at)
}

fn bound_size(name: Name, to: Atom, at: elder_core::site::SiteId) -> Stm {
    bound(Binder::size(name), to, at)
}

/// The statements of a body, and what a statement binds bound to what the body gives.
pub(super) fn spliced(stm: Stm, body: Body, out: &mut Vec<Stm>) {
    let at = stm.at;
    out.extend(body.stms);
    let sizes = stm.pat.sizes.into_iter().zip(body.witnesses);
    out.extend(sizes.map(|(size, to)| bound_size(size, to, at)));
    let values = stm.pat.values.into_iter().zip(body.results);
    out.extend(values.map(|(binder, to)| bound(binder, to, at)));
}

/// All that a statement binds is plain.
fn all_plain(stm: Stm, out: &mut Vec<Stm>) -> Option<()> {
    for size in stm.pat.sizes {
        out.push(bound_size(size, constant(PrimType::I64, 0)?, stm.at));
    }
    for binder in stm.pat.values {
        out.push(Stm {
            exp: plain(&binder.ty)?,
            ..bound(binder, NOWHERE, stm.at)
        });
    }
    Some(())
}

const NOWHERE: Atom = Atom::Const(elder_syntax::prim::PrimValue::Bool(false));

/// A loop gives what it began with.
fn no_round(stm: Stm, out: &mut Vec<Stm>) -> Option<()> {
    let Exp::Loop(own) = stm.exp else { return None };
    let sizes = stm.pat.sizes.into_iter().zip(own.sizes);
    out.extend(sizes.map(|(size, (_, first))| bound_size(size, first, stm.at)));
    let values = stm.pat.values.into_iter().zip(own.params);
    out.extend(values.map(|(binder, (_, first))| bound(binder, first, stm.at)));
    Some(())
}

/// A loop is its body, with the first values.
fn one_round(mut stm: Stm, out: &mut Vec<Stm>) -> Option<()> {
    let Exp::Loop(own) = std::mem::replace(&mut stm.exp, NOTHING) else {
        return None;
    };
    let at = stm.at;
    if let Form::For { index, ty, .. } = own.form {
        let binder = Binder {
            name: index,
            ty: Type::Prim(ty),
        };
        out.push(bound(binder, constant(ty, 0)?, at));
    }
    out.extend(
        own.sizes
            .into_iter()
            .map(|(size, first)| bound_size(size, first, at)),
    );
    out.extend(
        own.params
            .into_iter()
            .map(|(param, first)| bound(param.binder, first, at)),
    );
    spliced(stm, own.body, out);
    Some(())
}

/// Nothing relies on these certificates any more.
struct Uncertified<'n>(&'n [Name]);

impl Rewrite for Uncertified<'_> {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        stm.certs.retain(|cert| !self.0.contains(cert));
        rewrite::stm(self, &mut stm);
        out.push(stm);
    }
}

/// Without all statements of which nobody uses anything.
fn without_unused(program: &mut Program) -> Option<()> {
    struct Drop(Uses, bool);
    impl Rewrite for Drop {
        fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
            rewrite::stm(self, &mut stm);
            let is_unused = stm.pat.names().all(|name| self.0.count(name) == 0);
            match is_unused {
                true => self.1 = true,
                false => out.push(stm),
            }
        }
    }
    let mut any = false;
    loop {
        let mut round = Drop(Uses::of(program), false);
        rewrite::program(&mut round, program);
        match round.1 {
            true => any = true,
            false => return any.then_some(()),
        }
    }
}

/// A change of what maps, reduces and scans, and of what binds its values.
fn of_screma(
    change: impl Fn(&mut Screma, &mut Pat) -> Option<()>,
) -> impl Fn(Stm, &mut Vec<Stm>) -> Option<()> {
    move |mut stm, out| {
        let Exp::Soac { soac, .. } = &mut stm.exp else {
            return None;
        };
        let Soac::Screma(screma) = &mut **soac else {
            return None;
        };
        change(screma, &mut stm.pat)?;
        out.push(stm);
        Some(())
    }
}

/// Without one of its values.
fn without_value(screma: &mut Screma, k: usize) -> Option<()> {
    let singles = screma.singles();
    match &mut screma.after {
        Some(after) if k >= singles => {
            remove(&mut after.results, k - singles)?;
            remove(&mut after.body.results, k - singles)
        }
        _ => without_given(screma, k),
    }
}

/// Without one of the values that its function gives; if that is all that an operator combines, without the operator.
fn without_given(screma: &mut Screma, k: usize) -> Option<()> {
    remove(&mut screma.function.results, k)?;
    remove(&mut screma.function.body.results, k)?;
    let mut from = screma.accs.len();
    for operators in [&mut screma.reductions, &mut screma.scans] {
        for at in 0..operators.len() {
            let count = operators[at].operands();
            if (from..from + count).contains(&k) {
                return match count {
                    1 => remove(operators, at),
                    _ => None,
                };
            }
            from += count;
        }
    }
    Some(())
}
