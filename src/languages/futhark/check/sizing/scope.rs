//! Sizes whose names go out of scope (FUT-SZ-SCOPE).

use super::super::Checked;
use super::super::display::show;
use super::super::substitution::{
    Position, Substitution, any_free, for_each_name, for_each_size, in_size, witnesses,
};
use super::Sizing;
use super::unification::same;
use super::variables::{SizeVar, Source};
use crate::rules::sizes::FUT_SZ_SCOPE;
use crate::tree::walk::{self, deep};
use crate::tree::{Exp, ExpKind, Size, Type, TypeKind, VName};
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

/// Says which name makes a size impossible, if any.
pub(super) type Killer<'k> = dyn Fn(&Sizing<'_>, &Size) -> Option<VName> + 'k;

impl Sizing<'_> {
    /// The type with new unknown sizes for those that mention one of `names`, and these.  A value of the type shows
    /// them, for nothing else says what they are.
    pub(super) fn leave_scope(
        &mut self,
        span: Span,
        names: &[VName],
        t: Type,
    ) -> Checked<(Type, Vec<VName>)> {
        let (t, made) = self.without_names(span, names, t);
        let (shown, _) = witnesses(&t);
        let Some(existential) = made.iter().find(|v| !shown.contains(v)) else {
            return Ok((t, made));
        };
        let name = match self.state(existential) {
            SizeVar::Unknown {
                source: Source::Scope(name),
                ..
            } => name.clone(),
            _ => existential.name.clone(),
        };
        self.cx.fail(
            Diagnostic::error(
                FUT_SZ_SCOPE.refuse("shown"),
                span,
                format!("a function takes the size `{name}`, which goes out of scope, and no array beside the function shows it"),
            )
            .with_note(format!("the type is `{}`", show(&t)))
            .with_help("let the function take any size, and coerce its argument in its body"),
        )
    }

    /// As [`Sizing::leave_scope`], where somebody else looks at what the sizes are.
    pub(super) fn without_names(&mut self, span: Span, names: &[VName], t: Type) -> (Type, Vec<VName>) {
        if names.is_empty() || !any_free(&t, |v| names.contains(v)) {
            return (t, Vec::new());
        }
        FUT_SZ_SCOPE.apply();
        self.replace_sizes(span, &t, &|_, s| {
            let mut found = None;
            for_each_name(s, &mut |v| {
                if found.is_none() && names.contains(v) {
                    found = Some(v.clone());
                }
            });
            found
        })
    }

    /// The type with new unknown sizes for those that `killer` refuses: one for each different size, bound by the
    /// innermost result that shows it, or returned.
    pub(super) fn replace_sizes(&mut self, span: Span, t: &Type, killer: &Killer<'_>) -> (Type, Vec<VName>) {
        let mut made = Vec::new();
        let mut known = Vec::new();
        self.shown_first(span, t, killer, &mut known, &mut made);
        let t = self.replace(span, t, killer, &mut known, &mut made);
        (t, made)
    }

    /// Enters what the sizes that a value of the type shows are replaced with; parts before wholes, so that `n + 1` can
    /// be kept in terms of the replacement of `n`.
    fn shown_first(
        &mut self,
        span: Span,
        t: &Type,
        killer: &Killer<'_>,
        known: &mut Vec<(Size, Size)>,
        made: &mut Vec<VName>,
    ) {
        let mut shown: Vec<(usize, Size)> = Vec::new();
        for_each_size(t, &mut |s, at, bound| {
            let mut inner = false;
            for_each_name(s, &mut |v| inner |= bound.contains(v));
            if at == Position::Immediate && !inner && !shown.iter().any(|(_, r)| same(s, r)) {
                shown.push((weight(s), s.clone()));
            }
        });
        shown.sort_by_key(|(w, _)| *w);
        for (_, s) in shown {
            let new = self.replaced(span, &s, killer, known, made);
            known.push((s, new));
        }
    }

    fn replaced(
        &mut self,
        span: Span,
        s: &Size,
        killer: &Killer<'_>,
        known: &[(Size, Size)],
        made: &mut Vec<VName>,
    ) -> Size {
        let s = rewrite(s, known);
        match killer(self, &s) {
            None => s,
            Some(v) => {
                let d = self.unknown("d", span, Source::Scope(v.name));
                made.push(d.clone());
                Size::Var(d)
            }
        }
    }

    fn replace(
        &mut self,
        span: Span,
        t: &Type,
        killer: &Killer<'_>,
        known: &mut Vec<(Size, Size)>,
        made: &mut Vec<VName>,
    ) -> Type {
        deep(|| match &**t {
            TypeKind::Arrow(a) => {
                let param = self.replace(span, &a.param, killer, known, made);
                let depth = known.len();
                let mut inner = Vec::new();
                self.shown_first(span, &a.ret.ty, killer, known, &mut inner);
                let ty = self.replace(span, &a.ret.ty, killer, known, &mut inner);
                known.truncate(depth);
                let mut arrow = a.of(param, ty);
                arrow.ret.exts.extend(inner);
                Rc::new(TypeKind::Arrow(arrow))
            }
            // What is no function binds no sizes.
            _ => walk::map(
                t,
                &mut (self, known, made),
                |(this, known, made), s| this.replaced(span, s, killer, known, made),
                |(this, known, made), part| this.replace(span, part, killer, known, made),
            ),
        })
    }
}

/// Sizes with more parts are left unknown, since they can double with every application.
pub(super) const MAX_SIZE_PARTS: usize = 2_000;

/// How many parts a size has.
pub(super) fn weight(s: &Size) -> usize {
    fn of(e: &Exp) -> usize {
        1 + deep(|| e.children().into_iter().map(of).sum::<usize>())
    }
    match s {
        Size::Const(_) | Size::Var(_) => 1,
        Size::Exp(e) => of(e),
    }
}

/// The size with parts replaced that are the left side of a pair.
fn rewrite(s: &Size, known: &[(Size, Size)]) -> Size {
    if let Some((_, to)) = known.iter().find(|(from, _)| same(from, s)) {
        return to.clone();
    }
    let Size::Exp(e) = s else { return s.clone() };
    if known.is_empty() {
        return s.clone();
    }
    let mut e = (**e).clone();
    rewrite_parts(&mut e, known);
    super::super::build::size_of(&e)
}

fn rewrite_parts(e: &mut Exp, known: &[(Size, Size)]) {
    e.children_mut().into_iter().for_each(|c| {
        let here = super::super::build::size_of(c);
        match known.iter().find(|(from, _)| same(from, &here)) {
            Some((_, to)) => {
                let ty = c.ty.clone();
                *c = Exp {
                    ty,
                    ..super::super::build::size_exp(to, c.span)
                };
            }
            None => deep(|| rewrite_parts(c, known)),
        }
    });
    if let ExpKind::Var(_, instance) = &mut e.kind {
        struct Known<'k>(&'k [(Size, Size)]);
        impl Substitution for Known<'_> {
            fn size(&mut self, v: &VName) -> Option<Size> {
                let here = Size::Var(v.clone());
                self.0
                    .iter()
                    .find(|(from, _)| same(from, &here))
                    .map(|(_, to)| to.clone())
            }
        }
        for s in &mut instance.sizes {
            if let Some(new) = in_size(s, &mut Known(known)) {
                *s = new;
            }
        }
    }
}
