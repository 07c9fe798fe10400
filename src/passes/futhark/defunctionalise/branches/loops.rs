//! Loops whose parameter has functions in it: its static value is the join of the initial one with those of all rounds.
//!
//! A size that not all rounds agree on is a name that the loop binds, and each value that goes round shows it.  A function that is one of several shows its sizes only
//! if it is there; so it shares no such name with another place of the parameter, where there may be a function while it is absent, or none while it is there.
//! Before the loop, names that its initial value binds are not known either: parts that come first are evaluated without them.

use super::super::value::{Payload, Static, Token, numbered};
use super::super::{Env, Made, Pass};
use super::beside;
use super::join::{Sizes, bound_names};
use elder_futhark::check::substitution::for_each_free;
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{Exp, ExpKind, Loop, LoopForm, Size, VName};
use elder_syntax::Diagnostic;

impl Pass<'_> {
    /// FUT-DF-OR-LOOP: the static value of the parameter is the join over the iterations.
    pub fn loop_of_functions(&mut self, env: &mut Env, e: &Exp, l: &Loop, init: Exp, value: Static) -> Made {
        self.by(&rules::FUT_DF_OR_LOOP);
        let mut lets = Vec::new();
        let (init, form) = self.loop_form(env, &mut lets, &l.form, (init, &value))?;
        let mut known = value.clone();
        let of_init = bound_names(&init);
        let mut own: Vec<VName> = Vec::new();
        // A function may come twice: in an array with what it captured, and without what stands beside that.
        let (mut rounds, bound) = (0, 2 * self.occurrences() + places(&value));
        let (made, of_body) = loop {
            let mut inner = env.clone();
            let (made, of_body) = self.loop_body(&mut inner, l, init.clone(), &known, form.clone())?;
            let mut gone = bound_names(&made.body);
            gone.extend(made.pat.names());
            gone.extend(made.sizes.iter().cloned());
            match &made.form {
                LoopForm::For(v, _) => gone.push(v.clone()),
                LoopForm::ForIn(pat, _) => gone.extend(pat.names()),
                LoopForm::While(_) => {}
            }
            gone.retain(|v| !own.contains(v));
            let (outside, existential) = self.leave(&of_body, &mut |_, v| gone.contains(v));
            let mut sizes = Sizes {
                late: [&own[..], &existential, &of_init].concat(),
                ..Sizes::default()
            };
            let next = self.join_values(&known, &outside, &mut sizes, e.span)?;
            let is_own = |size: &Size| matches!(size, Size::Var(v) if own.contains(v));
            let all_own = sizes.pairs.iter().all(|(x, ..)| is_own(x));
            let grows = !next.same(&known);
            if !grows && all_own && alike(&next) == alike(&known) {
                break (made, of_body);
            }
            own.extend(existential);
            own.extend(sizes.made());
            known = next;
            // Sizes are apart or together: once functions do not change any more, these come to an end.
            rounds += usize::from(grows);
            if rounds > bound {
                let refusal = rules::FUT_DF_OR_LOOP.refuse("finite");
                let message = "a loop gives ever new functions";
                return Err(Box::new(Diagnostic::error(refusal, e.span, message)));
            }
        };
        let init = self.coerced(made.init, &value, &known, &own)?;
        let body = self.coerced(made.body, &of_body, &known, &own)?;
        let (result, existential) = self.leave(&known, &mut |_, v| own.contains(v));
        let mut mentioned = Vec::new();
        for_each_free(&known.rep(), &mut |v| mentioned.push(v.clone()));
        own.retain(|v| mentioned.contains(v));
        let mut sizes = made.sizes;
        sizes.extend(own);
        let kind = ExpKind::Loop(Box::new(Loop {
            sizes,
            init,
            body,
            stars: beside::stars(&l.stars, &known),
            ..made
        }));
        let (made, result) = self.done(env, e, kind, result, existential)?;
        Ok(self.wrapped(lets, made, result))
    }

    /// How many functions there are in what the entry points reach.
    fn occurrences(&mut self) -> usize {
        fn within(e: &Exp) -> usize {
            let own = usize::from(matches!(
                e.kind,
                ExpKind::Lambda(_) | ExpKind::LetFun(..) | ExpKind::Intrinsic(..)
            ));
            own + deep(|| e.children().into_iter().map(within).sum::<usize>())
        }
        let reached = self.reached();
        let defs = self.defs.iter().filter(|(id, _)| reached.contains(id));
        defs.map(|(_, def)| 1 + within(&def.fun.body)).sum()
    }
}

/// At how many places of a value there are functions.
fn places(value: &Static) -> usize {
    match value {
        Static::Dyn(_) | Static::Beside(_) => 0,
        Static::Lam(_) | Static::Or(_) => 1,
        Static::Rcd(fields) => fields.iter().map(|(_, field)| places(field)).sum(),
        Static::Arr(_, element, beside) => {
            let beside: usize = beside.iter().map(|(_, sv)| places(sv)).sum();
            places(element) + beside
        }
        Static::Sum(constructors) => {
            let each = constructors.iter().map(|(_, payload)| match payload {
                Payload::Present(args) => args.iter().map(places).sum(),
                // It may come to be.
                Payload::Absent(types) => types.len(),
            });
            each.sum()
        }
    }
}

/// A static value by which of its sizes are one.
fn alike(value: &Static) -> Vec<Token> {
    let (mut sizes, mut out) = (Vec::new(), Vec::new());
    value.describe(&mut |size| numbered(&mut sizes, size), &mut out);
    out
}
