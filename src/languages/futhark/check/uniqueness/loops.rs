//! Loops: which parameters they consume, what the next values may alias, and what the result aliases.
//!
//! A parameter is consuming if it is marked `*`, or if it has no type annotation and the body consumes it; and if the
//! next value of a consuming parameter aliases another one, that one is consuming too, until nothing changes.  It may not
//! alias an element of the array that the loop goes over.

use super::aliases::{
    Aliases, Annotated, consumes, deeply, is_scalar, match_pattern, pattern_names, starred_names,
};
use super::scope::{Checker, Consumption, Kind};
use crate::rules::uniqueness::{FUT_U_FORIN, FUT_U_LOOP, FUT_U_LOOPRES};
use crate::tree::{Loop, LoopForm, Pat, PatKind, Stars, Type, TypeKind, VName};
use elder_syntax::{Diagnostic, Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// The stars of a loop parameter, if exactly these of its names are consumed beside those that are starred; of each it is told
/// whether it has an annotation.  A name is consumed as a whole, as an argument is.
fn parameter_stars(
    pat: &Pat,
    annotated: &Stars,
    written: &Stars,
    consumed: &dyn Fn(&VName, bool) -> bool,
) -> Stars {
    let decided = *annotated == Stars::All;
    let written_or = |consumed: bool| match consumed {
        true => Stars::All,
        false if decided => written.clone(),
        false => Stars::None,
    };
    match &pat.kind {
        PatKind::Wildcard | PatKind::Lit(_) => written_or(false),
        PatKind::Var(name) => written_or(decided && consumes(&pat.ty, written) || consumed(name, decided)),
        PatKind::Record(fields) => deeply(|| {
            let stars = fields.iter().map(|(f, p)| {
                let stars = parameter_stars(p, &annotated.field(f), &written.field(f), consumed);
                (f.clone(), stars)
            });
            Stars::Fields(stars.filter(|(_, s)| s.any()).collect())
        }),
        PatKind::Constr(..) => {
            let mut any = false;
            pattern_names(pat, &mut |name, _| any |= consumed(name, decided));
            written_or(any)
        }
    }
}

/// Consuming and observing next values seen so far.
#[derive(Default)]
struct Returned {
    consuming: Aliases,
    observing: Aliases,
}

impl Checker<'_> {
    /// Rules FUT-U-LOOP, FUT-U-FORIN and FUT-U-LOOPRES.
    pub fn loop_exp(&mut self, l: &Loop, span: Span) -> Annotated {
        FUT_U_LOOP.apply();
        let observations = self.observations();
        let sequence = match &l.form {
            LoopForm::For(_, bound) => {
                self.exp(bound);
                Aliases::NONE
            }
            LoopForm::ForIn(_, array) => self.exp(array).aliases(),
            LoopForm::While(_) => Aliases::NONE,
        };

        let used_by_form = self.observed_since(observations);
        let observations = self.observations();
        let (body, consumption) = self.loop_body(l, &sequence);
        let used = self.observed_since(observations);
        let stars = self.converge(l, &consumption, &body, span);

        let mark = self.history();
        let init = self.exp(&l.init);
        self.require_applied(&init, l.init.span);
        if self.consumed_since(mark) {
            // The bound or sequence is evaluated after the initial value, but before the first iteration.
            let taken: FxHashMap<u32, Span> = self.consumption_since(mark).into_iter().collect();
            self.require_untouched(&used_by_form, &Aliases::NONE, &taken, span);
        }
        if consumes(&l.pat.ty, &stars) {
            self.require_no_self_alias(&init, l.init.span);
            let mut aliases = Aliases::NONE;
            starred_aliases(&init, &stars, &mut aliases);
            self.consume(&aliases, l.init.span);
        }
        if self.consumed_since(mark) {
            let taken: FxHashMap<u32, Span> = self.consumption_since(mark).into_iter().collect();
            self.require_untouched(&used, &sequence, &taken, span);
        }

        FUT_U_LOOPRES.apply();
        if is_scalar(&l.pat.ty) && matches!(body, Annotated::Scalar) {
            return Annotated::Scalar;
        }
        let token = Aliases::of(self.loop_token());
        let first = initial(&l.pat.ty, &stars, &init, &token);
        fixed_point(&l.pat, &first, &body)
    }

    /// The body, with what it consumes.  Condition and body see the parameter and, in `for .. in`, an element.
    fn loop_body(&mut self, l: &Loop, sequence: &Aliases) -> (Annotated, Consumption) {
        self.parameter_sizes(&l.pat);
        self.level += 1;
        if let LoopForm::While(condition) = &l.form {
            self.loop_parameter(&l.pat, &Stars::None);
            let mark = self.history();
            self.exp(condition);
            self.undo(mark);
        }
        let stars = parameter_stars(&l.pat, &l.annotated, &l.stars, &|_, annotated| !annotated);
        self.loop_parameter(&l.pat, &stars);
        if let LoopForm::ForIn(pat, _) = &l.form {
            FUT_U_FORIN.apply();
            let element = Annotated::new(&pat.ty, sequence);
            self.bind(pat, &element, false);
        }
        let mark = self.history();
        let body = self.exp(&l.body);
        self.require_applied(&body, l.body.span);
        let consumption = self.undo(mark);
        if let LoopForm::ForIn(pat, _) = &l.form {
            self.unbind(pat);
        }
        self.unbind(&l.pat);
        self.level -= 1;
        (body, consumption)
    }

    fn loop_parameter(&mut self, pat: &Pat, stars: &Stars) {
        if is_scalar(&pat.ty) {
            return;
        }
        starred_names(pat, stars, &mut |name, ty, stars| {
            let value = Annotated::variable(ty, name.id, &mut self.paths);
            if !matches!(value, Annotated::Scalar) {
                self.enter(name, consumes(ty, &stars), value, Kind::Plain);
            }
        });
    }

    /// Finds which parts of the parameter are consumed, and checks the next values.
    fn converge(&mut self, l: &Loop, consumption: &Consumption, body: &Annotated, span: Span) -> Stars {
        let mut consumed: FxHashSet<u32> = consumption.iter().map(|&(v, _)| v).collect();
        loop {
            let stars = parameter_stars(&l.pat, &l.annotated, &l.stars, &|v, _| consumed.contains(&v.id));
            if !consumes(&l.pat.ty, &stars) {
                return stars;
            }
            let mut returned = Returned::default();
            let fine = self.next_values(&l.pat, &stars, body, &mut returned, span);
            let before = consumed.len();
            consumed.extend(returned.consuming.vars());
            if !fine || consumed.len() == before {
                if let (true, LoopForm::ForIn(element, _)) = (fine, &l.form) {
                    self.require_no_element(element, &returned.consuming, span);
                }
                return stars;
            }
        }
    }

    /// The premises of FUT-U-LOOP on the values that the body returns; false if one failed.
    fn next_values(
        &mut self,
        pat: &Pat,
        stars: &Stars,
        value: &Annotated,
        before: &mut Returned,
        span: Span,
    ) -> bool {
        let name = match &pat.kind {
            PatKind::Wildcard | PatKind::Lit(_) => return true,
            PatKind::Record(fields) => {
                return deeply(|| {
                    fields
                        .iter()
                        .all(|(f, p)| self.next_values(p, &stars.field(f), &value.field(f), before, span))
                });
            }
            PatKind::Var(name) => name.name.clone(),
            PatKind::Constr(name, _) => name.clone(),
        };
        let consuming = consumes(&pat.ty, stars);
        let aliases = value.aliases();
        let outer = aliases.vars().find(|&v| self.is_live(v));
        let what = format!("return value for consuming loop parameter \"{name}\"");
        let error = if let (true, Some(var)) = (consuming, outer) {
            Some((
                "outer",
                format!(
                    "{what} aliases \"{}\", which is bound outside of the loop",
                    self.name(var)
                ),
            ))
        } else if aliases.common(&before.consuming).is_some() {
            Some((
                "consumed",
                format!("return value for loop parameter \"{name}\" aliases other consumed loop parameter"),
            ))
        } else if consuming && aliases.common(&before.observing).is_some() {
            Some(("returned", format!("{what} aliases previously returned value")))
        } else if consuming && value.shared().is_some() {
            Some(("returned", format!("{what} is self-aliased")))
        } else {
            None
        };
        if let Some((premise, message)) = error {
            self.report(
                Diagnostic::error(FUT_U_LOOP.refuse(premise), span, message)
                    .with_note("the next iteration may consume it")
                    .with_help("return a `copy`"),
            );
            return false;
        }
        let seen = if consuming {
            &mut before.consuming
        } else {
            &mut before.observing
        };
        *seen = seen.union(&aliases);
        true
    }

    /// No next value of a consuming parameter is an element of the array that the loop goes over.
    fn require_no_element(&mut self, element: &Pat, next: &Aliases, span: Span) {
        let mut names = FxHashSet::default();
        pattern_names(element, &mut |name, _| {
            names.insert(name.id);
        });
        if let Some(var) = next.vars().find(|v| names.contains(v)) {
            let what = self.describe(var);
            let message = format!(
                "return value for a consuming loop parameter aliases {what}, an element of the array that the loop goes over"
            );
            self.report(
                Diagnostic::error(FUT_U_LOOP.refuse("element"), span, message)
                    .with_note("the next iteration may consume it")
                    .with_help("return a `copy`"),
            );
        }
    }

    /// Body, condition and sequence do not use what the initial value consumed.
    fn require_untouched(
        &mut self,
        used: &[u32],
        sequence: &Aliases,
        taken: &FxHashMap<u32, Span>,
        span: Span,
    ) {
        let bad = used.iter().find_map(|&v| {
            let aliases = self.local(v)?.value.aliases();
            let place = aliases
                .vars()
                .filter(|&a| self.is_live(a))
                .find_map(|a| taken.get(&a))?;
            Some((v, *place))
        });
        if let Some((var, place)) = bad {
            let what = self.describe(var);
            self.report(
                Diagnostic::error(
                    FUT_U_LOOP.refuse("body"),
                    span,
                    format!("the loop uses {what} (or an alias), but this is consumed by the initial loop argument"),
                )
                .and_at(place, "consumed here")
                .with_help("start the loop with a `copy`"),
            );
        }
        if let Some((var, place)) = sequence.vars().find_map(|v| taken.get(&v).map(|&p| (v, p))) {
            let what = self.describe(var);
            self.report(
                Diagnostic::error(
                    FUT_U_FORIN.refuse("consumed"),
                    span,
                    format!("the loop takes elements of {what} (or an alias), but this is consumed by the initial loop argument"),
                )
                .and_at(place, "consumed here")
                .with_help("start the loop with a `copy`"),
            );
        }
    }
}

/// The aliases of the starred parts.
fn starred_aliases(value: &Annotated, stars: &Stars, all: &mut Aliases) {
    match (value, stars) {
        (_, Stars::None) => (),
        (_, Stars::All) => *all = all.union(&value.aliases()),
        (_, Stars::Fields(fields)) => deeply(|| {
            for (f, s) in fields {
                starred_aliases(&value.field(f), s, all);
            }
        }),
    }
}

/// What the initial value contributes to the result: consumed parts nothing, the others what they alias.
fn initial(ty: &Type, stars: &Stars, init: &Annotated, token: &Aliases) -> Annotated {
    match (&**ty, init) {
        (TypeKind::Record(fields), Annotated::Record(_)) => deeply(|| {
            let part = |(f, t): &(Name, Type)| initial(t, &stars.field(f), &init.field(f), token);
            Annotated::record(
                fields
                    .iter()
                    .map(|field| (field.0.clone(), part(field)))
                    .collect(),
            )
        }),
        _ => Annotated::result(ty, stars, &token.union(&init.aliases())),
    }
}

/// Rule FUT-U-LOOPRES: the parts of the result by names of the parameter.  If the next value of `x` aliases `y`, a later
/// `x` may be whatever `y` may be.
fn fixed_point(pat: &Pat, first: &Annotated, body: &Annotated) -> Annotated {
    let result = first.combine(body);
    let mut parts: FxHashMap<u32, Aliases> = FxHashMap::default();
    match_pattern(pat, &result, &mut |name, _, part| {
        parts.insert(name.id, part.aliases());
    });
    let crossed = parts
        .iter()
        .any(|(v, aliases)| aliases.vars().any(|w| w != *v && parts.contains_key(&w)));
    if !crossed {
        return result;
    }
    let reached = |start: u32| {
        let mut seen = FxHashSet::default();
        let mut todo = vec![start];
        let mut all = Aliases::NONE;
        while let Some(v) = todo.pop() {
            if let (true, Some(aliases)) = (seen.insert(v), parts.get(&v)) {
                all = all.union(aliases);
                todo.extend(aliases.vars().filter(|w| parts.contains_key(w)));
            }
        }
        all
    };
    extend(pat, &result, &|own, aliases| {
        let others = aliases.vars().filter(|w| *w != own && parts.contains_key(w));
        others.fold(aliases.clone(), |all, w| all.union(&reached(w)))
    })
}

/// Changes the alias sets of the parts that have names.
fn extend(pat: &Pat, value: &Annotated, f: &dyn Fn(u32, &Aliases) -> Aliases) -> Annotated {
    match (&pat.kind, value) {
        (PatKind::Var(name), _) => value.map(&|aliases| f(name.id, aliases)),
        (PatKind::Record(fields), Annotated::Record(_)) => deeply(|| {
            let parts = fields
                .iter()
                .map(|(n, p)| (n.clone(), extend(p, &value.field(n), f)));
            Annotated::record(parts.collect())
        }),
        _ => value.clone(),
    }
}
