//! Loops (FUT-SZ-LOOP).
//!
//! A loop is like a function `p -> body` applied again and again.  Every size of the initial value's type is made anew and
//! left open while the body is walked; then the body's type tells which of these sizes the body keeps and which it
//! changes.  The former are those of the initial value, the latter become sizes of the loop: read off the parameter in
//! every iteration, and unknown in the result.

use super::super::Checked;
use super::super::build;
use super::super::display::show;
use super::super::skeleton;
use super::super::substitution::{Sizes, for_each_free, for_each_name, subst};
use super::super::unify::Level;
use super::Sizing;
use super::unification::{Goal, same};
use super::variables::{Anew, SizeVar, Source};
use crate::rules::sizes::FUT_SZ_LOOP;
use crate::rules::typing::{FUT_T_LOOP, FUT_T_ORDER0};
use crate::tree::walk::each_size_pair;
use crate::tree::{Exp, ExpKind, Loop, LoopForm, Pat, Size, Type, TypeKind, VName};
use elder_syntax::{Diagnostic, Span};

/// How the body gives the size at a place of the parameter.
enum Given {
    /// A new one.
    Fresh,
    /// The initial one.
    Initial,
    /// That of another place, which started out the same.
    From(VName),
}

/// What is remembered from before the body.
struct Opened {
    /// The parameter's type, all sizes made anew.
    ty: Type,
    /// New sizes with the initial ones.
    sizes: Vec<(VName, Size)>,
    levels: Vec<Level>,
    /// Names from here on were made later.
    mark: u32,
}

impl Sizing<'_> {
    pub(super) fn loop_(&mut self, l: skeleton::Loop, span: Span) -> Checked<Exp> {
        FUT_SZ_LOOP.apply();
        let init = self.exp(l.init)?;
        let mark = self.cx.names();
        let mut sizes = Vec::new();
        let init_ty = self.normal(&init.ty);
        let ty = self.with_new_sizes(&init_ty, Anew::Flexible("a loop parameter"), span, &mut sizes);
        for (v, at) in &l.sizes {
            self.make_flexible(v, *at, "a loop parameter");
            let i64 = build::prim(elder_syntax::prim::PrimType::I64);
            self.locals.insert(v.id, super::Local::Mono(i64));
        }
        let levels = sizes.iter().map(|(v, _)| self.level_of(v).unwrap_or(0)).collect();
        for (v, start) in &sizes {
            self.initial.insert(v.id, start.clone());
        }
        let opened = Opened {
            ty,
            sizes,
            levels,
            mark,
        };
        let form = match l.form {
            skeleton::LoopForm::For(i, bound) => {
                let bound = self.exp(bound)?;
                self.bind_local(&i, bound.ty.clone());
                Ok(LoopForm::For(i, bound))
            }
            skeleton::LoopForm::ForIn(p, e) => {
                let e = self.exp(e)?;
                let t = self.normal(&e.ty);
                let TypeKind::Array(_, elem) = &*t else {
                    let d = Diagnostic::error(
                        FUT_T_LOOP.refuse("array"),
                        e.span,
                        "only an array can be looped over",
                    );
                    return self.cx.fail(d);
                };
                let p = self.let_pattern(&[], p, elem)?;
                self.irrefutable(&p)?;
                Ok(LoopForm::ForIn(p, e))
            }
            skeleton::LoopForm::While(c) => Err(c),
        };
        let (mut pat, stars, annotated) = self.pattern(l.pat, Some(&opened.ty), &[])?;
        self.irrefutable(&pat)?;
        self.bind_pattern(&pat);
        self.level += 1;
        let form = match form {
            Ok(form) => form,
            Err(c) => LoopForm::While(self.exp(c)?),
        };
        let body = self.exp(l.body)?;
        for (v, _) in &opened.sizes {
            self.initial.remove(&v.id);
        }
        let changing = self.closed(&opened, &mut pat, &body, span)?;
        self.level -= 1;
        FUT_T_ORDER0.apply();
        if self.liftedness(&pat.ty) > self.cx.of_branches() {
            let shown = show(&pat.ty);
            return self.cx.fail(
                Diagnostic::error(
                    FUT_T_ORDER0.refuse("parameter"),
                    pat.span,
                    "a loop parameter may not be a function",
                )
                .with_note(format!("its type is `{shown}`")),
            );
        }
        self.fits(
            &changing,
            &pat.ty,
            &init,
            "the initial value does not have the sizes of the loop parameter",
        )?;
        let mut unknown = Vec::new();
        let ty = self.renewed(&changing, &pat.ty, &mut |this| {
            let v = this.unknown("loop", span, Source::Loop);
            unknown.push(v.clone());
            v
        });
        Ok(Exp::of(
            ExpKind::Loop(Box::new(Loop {
                sizes: changing,
                pat,
                stars,
                annotated,
                init,
                form,
                body,
            })),
            ty,
            span,
        )
        .making(unknown))
    }

    /// The name that a size name has been linked to.
    fn chase(&self, v: &VName) -> VName {
        match self.normal_size(&Size::Var(v.clone())) {
            Size::Var(w) => w,
            _ => v.clone(),
        }
    }

    /// Decides which sizes the body changes, and puts the initial ones into the parameter for the others.
    fn closed(&mut self, opened: &Opened, pat: &mut Pat, body: &Exp, span: Span) -> Checked<Vec<VName>> {
        let body_ty = self.normal(&body.ty);
        let pat_ty = self.normal(&pat.ty);
        let mut inside = None;
        for_each_free(&pat_ty, &mut |v| {
            if inside.is_none()
                && v.id >= opened.mark
                && self.is_unknown(v)
                && !opened.sizes.iter().any(|(x, _)| x == v)
            {
                inside = Some(v.clone());
            }
        });
        if let Some(v) = inside {
            let mut d = Diagnostic::error(
                FUT_SZ_LOOP.refuse("inside"),
                pat.span,
                format!(
                    "the loop parameter has the size `{}`, which is only made inside of the loop",
                    v.name
                ),
            )
            .with_note(format!("its type is `{}`", show(&pat_ty)));
            if let SizeVar::Unknown { span, source, .. } = self.state(&v) {
                d = d.and_at(*span, format!("`{}` {}", v.name, source.describe()));
            }
            return self.cx.fail(d);
        }
        let names: Vec<VName> = opened.sizes.iter().map(|(v, _)| v.clone()).collect();
        let made = self.cx.names();
        let open = self.separately(&names, &pat_ty, span);
        let goal = Goal {
            span: body.span,
            message: "the body does not have the type of the loop parameter",
            expected: &pat_ty,
            found: &body_ty,
        };
        self.unify(&goal, &open, &body_ty)?;
        let body_ty = self.normal(&body_ty);
        let param_ty = self.normal(&opened.ty);
        let chased: Vec<(VName, Size)> = opened
            .sizes
            .iter()
            .map(|(v, s)| (self.chase(v), self.normal_size(s)))
            .collect();
        let initial = |this: &Self, v: &VName| {
            let v = this.chase(v);
            chased.iter().find(|(x, _)| *x == v).map(|(_, s)| s.clone())
        };
        let mut given: Vec<(VName, Given)> = Vec::new();
        let mut pairs = Vec::new();
        each_size_pair(&param_ty, &body_ty, &mut |s, r| {
            pairs.push((s.clone(), r.clone()))
        });
        for (place, size) in pairs {
            if same(&place, &size) {
                continue;
            }
            let mut at = Vec::new();
            for_each_name(&place, &mut |v| at.push(v.clone()));
            for v in at {
                let Some(start) = initial(self, &v) else { continue };
                let how = if same(&start, &size) {
                    Given::Initial
                } else {
                    let from = match &size {
                        // What a function takes was linked the other way.
                        Size::Var(d) if names.contains(&v) || v.id >= made => {
                            initial(self, d).filter(|s| same(s, &start)).map(|_| d.clone())
                        }
                        _ => None,
                    };
                    match from {
                        Some(d) => Given::From(d),
                        None if v.id >= opened.mark => Given::Fresh,
                        None => continue,
                    }
                };
                given.retain(|(x, _)| *x != v);
                given.push((v, how));
            }
        }
        let mut changing: Vec<VName> = given
            .iter()
            .filter(|(_, g)| matches!(g, Given::Fresh))
            .map(|(v, _)| v.clone())
            .collect();
        loop {
            let more: Vec<VName> = given
                .iter()
                .filter(|(v, g)| matches!(g, Given::From(u) if changing.contains(u)) && !changing.contains(v))
                .map(|(v, _)| v.clone())
                .collect();
            if more.is_empty() {
                break;
            }
            changing.extend(more);
        }
        for ((v, _), level) in opened.sizes.iter().zip(&opened.levels) {
            if changing.contains(v) && self.level_of(v).is_some_and(|l| l < *level) {
                return self.cx.fail(Diagnostic::error(
                    FUT_SZ_LOOP.refuse("escape"),
                    span,
                    "a size that the loop changes is also the size of something outside of the loop",
                ));
            }
        }
        for (v, _) in given.iter().filter(|(v, _)| !changing.contains(v)) {
            if let Some(start) = initial(self, v) {
                // Earlier links may have made the two one, or made one of them part of the other.
                let (v, start) = (self.chase(v), self.normal_size(&start));
                let mut within = false;
                for_each_name(&start, &mut |w| within |= *w == v);
                // What is not open is left to the comparison with the initial value.
                if !within && (v.id >= opened.mark || self.is_flexible(&v)) {
                    let level = self.level;
                    self.set_state(&v, SizeVar::Linked { level, to: start });
                }
            }
        }
        self.normal_pattern(pat);
        for v in &changing {
            self.set_state(v, SizeVar::Outside);
        }
        self.fits(
            &changing,
            &pat.ty,
            body,
            "the body does not have the type of the loop parameter",
        )?;
        Ok(changing)
    }

    pub(super) fn normal_pattern(&mut self, p: &mut Pat) {
        p.each_mut(&mut |part| part.ty = self.normal(&part.ty));
    }

    /// The value fits the parameter, whatever its changing sizes are.
    fn fits(&mut self, changing: &[VName], param: &Type, e: &Exp, message: &'static str) -> Checked<()> {
        let span = e.span;
        let open = self.renewed(changing, param, &mut |this| {
            this.flexible("loop", span, "a loop parameter")
        });
        let found = self.normal(&e.ty);
        let goal = Goal {
            span,
            message,
            expected: param,
            found: &found,
        };
        self.unify(&goal, &open, &found)
    }

    /// The type with a new size for each of `sizes`.
    fn renewed(&mut self, sizes: &[VName], t: &Type, new: &mut dyn FnMut(&mut Self) -> VName) -> Type {
        if sizes.is_empty() {
            return t.clone();
        }
        let mut done: Vec<(VName, VName)> = Vec::new();
        let chased: Vec<VName> = sizes.iter().map(|v| self.chase(v)).collect();
        let mut occurring = Vec::new();
        for_each_free(t, &mut |v| {
            let v = self.chase(v);
            if chased.contains(&v) && !occurring.contains(&v) {
                occurring.push(v);
            }
        });
        for v in occurring {
            let fresh = new(self);
            done.push((v, fresh));
        }
        subst(
            t,
            &mut Sizes(|v: &VName| {
                let v = self.chase(v);
                done.iter()
                    .find(|(x, _)| *x == v)
                    .map(|(_, y)| Size::Var(y.clone()))
            }),
        )
    }

    /// The type with a new flexible size for every occurrence of one of `sizes` as a dimension.
    fn separately(&mut self, sizes: &[VName], t: &Type, span: Span) -> Type {
        let chased: Vec<VName> = sizes.iter().map(|v| self.chase(v)).collect();
        subst(
            t,
            &mut Sizes(|v: &VName| {
                let w = self.chase(v);
                chased
                    .contains(&w)
                    .then(|| Size::Var(self.flexible("loop", span, "a loop parameter")))
            }),
        )
    }
}
