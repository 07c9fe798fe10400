//! Sizes are known before they are needed (FUT-SZ-CAUSAL).
//!
//! A definition is walked in order of evaluation with the set of unknown sizes that have been computed so far.  A use of a
//! name, an empty array, a constructor and the like need the sizes in their types, so these must be known by then.

use super::Checked;
use super::display::show;
use super::sizing::Sizing;
use super::substitution::for_each_free;
use crate::rules::sizes::FUT_SZ_CAUSAL;
use crate::tree::{Exp, ExpKind, Fun, PatKind, Size, Type, VName};
use elder_syntax::{Diagnostic, Span};
use rustc_hash::FxHashSet;

/// Sizes known so far; those that a branch of the walk learns are taken back when it is left.
#[derive(Default)]
struct Known {
    set: FxHashSet<u32>,
    trail: Vec<u32>,
}

impl Known {
    fn learn(&mut self, sizes: &[VName]) {
        for v in sizes {
            if self.set.insert(v.id) {
                self.trail.push(v.id);
            }
        }
    }

    fn forget(&mut self, depth: usize) {
        for id in self.trail.drain(depth..) {
            self.set.remove(&id);
        }
    }
}

/// What was refused: what needs the size, its type and place, and the size.
struct Refused {
    what: String,
    ty: Type,
    span: Span,
    size: VName,
}

struct Walk<'w, 'a> {
    sizing: &'w Sizing<'a>,
    known: Known,
    /// A function and the size that its call shows: the only one that matters.
    learning: Option<(&'w VName, &'w VName)>,
}

/// Whether nothing in a body needs the size before the call of the function, which shows it.
pub(super) fn learns(sizing: &Sizing<'_>, body: &Exp, function: &VName, size: &VName) -> bool {
    let mut walk = Walk {
        sizing,
        known: Known::default(),
        learning: Some((function, size)),
    };
    walk.exp(body).is_ok()
}

/// Checks the body of a definition.
pub(super) fn check(sizing: &mut Sizing<'_>, body: &Exp) -> Checked<()> {
    FUT_SZ_CAUSAL.apply();
    if !sizing.made_unknown() {
        return Ok(());
    }
    let mut walk = Walk {
        sizing,
        known: Known::default(),
        learning: None,
    };
    match walk.exp(body) {
        Ok(()) => Ok(()),
        Err(refused) => {
            let Refused { what, ty, span, size } = *refused;
            let mut d = Diagnostic::error(
                FUT_SZ_CAUSAL.refuse("known"),
                span,
                format!("the size `{}`, needed for {what}, is not known yet", size.name),
            )
            .with_note(format!("its type is `{}`", show(&ty)))
            .with_help(format!(
                "bind the expression that produces `{}` with `let` beforehand",
                size.name
            ));
            if let Some((at, how)) = sizing.origin(&size) {
                d = d.and_at(at, format!("`{}` {how}", size.name));
            }
            sizing.fail(d)
        }
    }
}

type Walked = Result<(), Box<Refused>>;

impl Walk<'_, '_> {
    fn needs(&self, what: impl FnOnce() -> String, ty: &Type, span: Span) -> Walked {
        let mut missing = None;
        let made = |v: &VName| match self.learning {
            Some((_, size)) => v == size,
            None => self.sizing.is_made(v),
        };
        for_each_free(ty, &mut |v| {
            if missing.is_none() && !self.known.set.contains(&v.id) && made(v) {
                missing = Some(v.clone());
            }
        });
        match missing {
            None => Ok(()),
            Some(size) => Err(Box::new(Refused {
                what: what(),
                ty: ty.clone(),
                span,
                size,
            })),
        }
    }

    /// No size of the type is one that only a function's result knows.
    fn is_bound(&self, ty: &Type, span: Span) -> Walked {
        let mut found = None;
        for_each_free(ty, &mut |v| {
            if found.is_none() && self.sizing.is_pending(v) {
                found = Some(v.clone());
            }
        });
        match found {
            None => Ok(()),
            Some(size) => Err(Box::new(Refused {
                what: "an empty array".into(),
                ty: ty.clone(),
                span,
                size,
            })),
        }
    }

    fn lambda(&mut self, fun: &Fun) -> Walked {
        for p in &fun.params {
            self.needs(|| "a parameter".into(), &p.pat.ty, p.pat.span)?;
        }
        // Sizes made in the body are not known outside of it.
        let depth = self.known.trail.len();
        let result = self.exp(&fun.body);
        self.known.forget(depth);
        result
    }

    /// Walks `e`; afterwards the sizes that it makes are known.
    fn exp(&mut self, e: &Exp) -> Walked {
        elder_syntax::effort::deeper(|| {
            self.here(e)?;
            self.known.learn(&e.sizes);
            Ok(())
        })
    }

    fn here(&mut self, e: &Exp) -> Walked {
        match &e.kind {
            ExpKind::Lit(_) | ExpKind::String(_) => Ok(()),
            ExpKind::Var(v, _) if self.learning.is_some_and(|(f, _)| f == v) => Ok(()),
            ExpKind::Var(v, _) if self.learning.is_some_and(|(_, size)| size == v) => {
                let size = super::build::array(Size::Var(v.clone()), e.ty.clone());
                self.needs(|| "its value".into(), &size, e.span)
            }
            ExpKind::Var(v, _) => self.needs(|| format!("`{}`", v.name), &e.ty, e.span),
            ExpKind::Intrinsic(i, _) => self.needs(|| format!("`{i}`"), &e.ty, e.span),
            ExpKind::Hole => self.needs(|| "a hole".into(), &e.ty, e.span),
            ExpKind::Array(es) if es.is_empty() => {
                self.is_bound(&e.ty, e.span)?;
                self.needs(|| "an empty array".into(), &e.ty, e.span)
            }
            ExpKind::Constr(c, args) => {
                args.iter().try_for_each(|a| self.exp(a))?;
                self.needs(|| format!("`#{c}`"), &e.ty, e.span)
            }
            ExpKind::Lambda(fun) => self.lambda(fun),
            ExpKind::App { .. } => e.evaluated().into_iter().try_for_each(|part| self.exp(part)),
            ExpKind::LetFun(_, fun, body) => {
                let depth = self.known.trail.len();
                let result = self.exp(&fun.body);
                self.known.forget(depth);
                result?;
                self.exp(body)
            }
            ExpKind::Let { pat, bound, body, .. } => {
                self.exp(bound)?;
                // An argument that sizes mention is bound by a `let` of its own.
                if let PatKind::Var(v) = &pat.kind {
                    self.known.learn(std::slice::from_ref(v));
                }
                self.exp(body)
            }
            ExpKind::Match(scrutinee, cases) => {
                self.exp(scrutinee)?;
                self.side_by_side(cases.iter().map(|(_, e)| e))
            }
            // Whatever is evaluated of it: what one part makes the others need not know.
            _ => self.side_by_side(e.children()),
        }
    }

    /// None of the expressions knows what the others make; afterwards all of it is known.
    fn side_by_side<'e>(&mut self, es: impl IntoIterator<Item = &'e Exp>) -> Walked {
        let mut learnt = Vec::new();
        for e in es {
            let depth = self.known.trail.len();
            self.exp(e)?;
            learnt.extend(self.known.trail.iter().skip(depth));
            self.known.forget(depth);
        }
        for id in learnt {
            if self.known.set.insert(id) {
                self.known.trail.push(id);
            }
        }
        Ok(())
    }
}
