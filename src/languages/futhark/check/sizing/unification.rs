//! Unification of sizes, in types whose structure is already known to be equal.

use super::super::display::{show_size, show_starred};
use super::super::substitution::{Pairs, Sizes, any_free, for_each_name, subst};
use super::super::unify::Level;
use super::super::{Checked, build};
use super::Sizing;
use super::variables::{Met, SizeVar, Source, Within};
use crate::ast::Liftedness;
use crate::rules::sizes::*;
use crate::rules::uniqueness::FUT_U_HOPAR;
use crate::tree::walk::{self, Part, deep};
use crate::tree::{
    Arrow, Attribute, DimIndex, Exp, ExpKind, Fun, PatKind, Size, Stars, Type, TypeKind, VName,
};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

/// What is being compared, for messages.
pub(super) struct Goal<'g> {
    pub span: Span,
    pub message: &'static str,
    pub expected: &'g Type,
    pub found: &'g Type,
}

/// What happens to sizes that do not match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// They are an error.
    Strict,
    /// They are left alone; so are links that would not be allowed.
    Lenient,
}

/// Whether consumption or uniqueness is meant at all by stars on this type.
fn starred(stars: &Stars, t: &Type) -> bool {
    match (stars, &**t) {
        (Stars::None, _) | (_, TypeKind::Prim(_) | TypeKind::Arrow(_)) => false,
        (stars, TypeKind::Record(fs)) => fs.iter().any(|(f, t)| starred(&stars.field(f), t)),
        (stars, _) => stars.any(),
    }
}

struct Unifier<'u, 'a, 'g> {
    sizing: &'u mut Sizing<'a>,
    goal: &'u Goal<'g>,
    mode: Mode,
    /// Names bound by the arrows around.
    bound: Vec<VName>,
    /// Where in `bound` the names of each arrow begin.
    frames: Vec<usize>,
    /// Whether what is compared is a value, a part of one, or what a call of one gives; not what such a call takes.
    given: bool,
    /// Names of the parameters in `bound` that a call of the value compared gives to it.
    calls: Vec<VName>,
}

impl Sizing<'_> {
    /// Makes the sizes of two types equal.
    pub(super) fn unify(&mut self, goal: &Goal<'_>, expected: &Type, found: &Type) -> Checked<()> {
        Unifier::new(self, goal, Mode::Strict).types(expected, found, false)
    }

    /// Makes sizes equal as far as possible.
    pub(super) fn unify_leniently(&mut self, goal: &Goal<'_>, a: &Type, b: &Type) -> Checked<()> {
        Unifier::new(self, goal, Mode::Lenient).types(a, b, false)
    }

    fn mentions(&self, s: &Size, bound: &[VName]) -> bool {
        if bound.is_empty() {
            return false;
        }
        let mut found = false;
        for_each_name(s, &mut |v| found = found || bound.contains(v));
        found
    }

    fn note_origins(&self, mut d: Diagnostic, s: &Size) -> Diagnostic {
        for_each_name(s, &mut |v| {
            if let SizeVar::Unknown { span, source, .. } = self.state(v) {
                d.labels.push(elder_syntax::Label {
                    span: *span,
                    message: format!("`{}` {}", v.name, source.describe()),
                });
            }
        });
        d
    }
}

impl<'u, 'a, 'g> Unifier<'u, 'a, 'g> {
    fn new(sizing: &'u mut Sizing<'a>, goal: &'u Goal<'g>, mode: Mode) -> Self {
        Unifier {
            sizing,
            goal,
            mode,
            bound: Vec::new(),
            frames: Vec::new(),
            given: true,
            calls: Vec::new(),
        }
    }

    /// Compares what is no value, nor what a call of one gives.
    fn aside<T>(&mut self, compare: impl FnOnce(&mut Self) -> T) -> T {
        let given = std::mem::replace(&mut self.given, false);
        let result = compare(self);
        self.given = given;
        result
    }

    fn refuse<T>(&mut self, key: &str, message: String, sizes: &[&Size]) -> Checked<T> {
        let (expected, found) = (
            self.sizing.normal(self.goal.expected),
            self.sizing.normal(self.goal.found),
        );
        let mut d = Diagnostic::error(FUT_SZ_EQ.refuse(key), self.goal.span, self.goal.message)
            .with_note(message)
            .with_note(format!("expected: {}", super::super::display::show(&expected)))
            .with_note(format!("found:    {}", super::super::display::show(&found)));
        for s in sizes {
            d = self.sizing.note_origins(d, s);
        }
        self.sizing.cx.fail(d)
    }

    fn types(&mut self, a: &Type, b: &Type, swapped: bool) -> Checked<()> {
        if std::rc::Rc::ptr_eq(a, b) {
            return Ok(());
        }
        elder_syntax::effort::deeper(|| self.types_here(a, b, swapped))
    }

    fn types_here(&mut self, a: &Type, b: &Type, swapped: bool) -> Checked<()> {
        match (&**a, &**b) {
            (TypeKind::Arrow(x), TypeKind::Arrow(y)) => self.arrows(x, y, swapped),
            _ if a.is_like(b) => walk::pairs(a, b).try_for_each(|pair| match pair {
                (Part::Size(s), Part::Size(r)) => {
                    self.size_pair(s, r, swapped)?;
                    if let TypeKind::Array(..) = &**a {
                        FUT_SZ_EQ.apply();
                    }
                    Ok(())
                }
                (Part::Type(x), Part::Type(y)) if let TypeKind::Named(..) = &**a => {
                    self.aside(|this| this.types(x, y, swapped))
                }
                (Part::Type(x), Part::Type(y)) => self.types(x, y, swapped),
                _ => Ok(()),
            }),
            _ => {
                let message = format!(
                    "`{}` is not `{}`",
                    super::super::display::show(a),
                    super::super::display::show(b)
                );
                self.refuse("equal", message, &[])
            }
        }
    }

    /// With `swapped`, `x` is what was found and `y` what was expected.
    fn arrows(&mut self, x: &Arrow, y: &Arrow, swapped: bool) -> Checked<()> {
        let (expected, found) = if swapped { (y, x) } else { (x, y) };
        if !starred(&expected.param_stars, &expected.param) && starred(&found.param_stars, &found.param) {
            FUT_U_HOPAR.apply();
            let d = Diagnostic::error(
                FUT_U_HOPAR.refuse("parameter"),
                self.goal.span,
                "a function that consumes its argument stands where one that does not is expected",
            )
            .with_note(format!(
                "expected parameter: {}",
                show_starred(&expected.param, &expected.param_stars)
            ))
            .with_note(format!(
                "found parameter:    {}",
                show_starred(&found.param, &found.param_stars)
            ));
            return self.sizing.cx.fail(d);
        }
        if starred(&expected.ret.stars, &expected.ret.ty) && !starred(&found.ret.stars, &found.ret.ty) {
            FUT_U_HOPAR.apply();
            let d = Diagnostic::error(
                FUT_U_HOPAR.refuse("result"),
                self.goal.span,
                "a function whose result is not unique stands where one with a unique result is expected",
            )
            .with_note(format!(
                "expected result: {}",
                show_starred(&expected.ret.ty, &expected.ret.stars)
            ))
            .with_note(format!(
                "found result:    {}",
                show_starred(&found.ret.ty, &found.ret.stars)
            ));
            return self.sizing.cx.fail(d);
        }
        // The existential sizes of the expected type are to be found, those of the other are given; both take part in
        // unification as long as the results are compared.
        let before: Vec<(VName, SizeVar)> = x
            .ret
            .exts
            .iter()
            .chain(&y.ret.exts)
            .map(|v| (v.clone(), self.sizing.state(v).clone()))
            .collect();
        let level = self.sizing.level;
        let span = self.goal.span;
        let open = |sizing: &mut Sizing<'_>, vs: &[VName], to_find: bool| {
            for v in vs {
                let state = if to_find {
                    SizeVar::Flexible {
                        level,
                        span,
                        of: "the result of a function",
                    }
                } else {
                    SizeVar::Unknown {
                        level,
                        span: Span::NONE,
                        source: Source::Unification,
                    }
                };
                sizing.set_state(v, state);
            }
        };
        open(self.sizing, &x.ret.exts, !swapped);
        open(self.sizing, &y.ret.exts, swapped);
        let compared = self.aside(|this| this.types(&x.param, &y.param, !swapped));
        let result = compared.and_then(|()| {
            let (depth, calls) = (self.bound.len(), self.calls.len());
            if self.given {
                self.calls
                    .extend(x.param_name.iter().chain(&y.param_name).cloned());
            }
            self.frames.push(depth);
            self.bound
                .extend(x.param_name.iter().chain(&y.param_name).cloned());
            self.bound.extend(x.ret.exts.iter().chain(&y.ret.exts).cloned());
            let result = match (&x.param_name, &y.param_name) {
                (Some(p), Some(q)) if p != q && any_free(&y.ret.ty, |v| v == q) => {
                    let renamed = subst(
                        &y.ret.ty,
                        &mut Sizes(|v: &VName| (v == q).then(|| Size::Var(p.clone()))),
                    );
                    self.types(&x.ret.ty, &renamed, swapped)
                }
                _ => self.types(&x.ret.ty, &y.ret.ty, swapped),
            };
            self.bound.truncate(depth);
            self.calls.truncate(calls);
            self.frames.pop();
            result
        });
        if result.is_ok() {
            for (v, old) in &before {
                self.absorb_ext(v, old);
            }
        }
        for (v, old) in before {
            self.sizing.set_state(&v, old);
        }
        result
    }

    /// An existential size that was found to be a size of an instance makes that existential.  The instance of a size
    /// parameter stays what it is: a function whose result has that size may stand where the size of the result is hidden.
    fn absorb_ext(&mut self, ext: &VName, before: &SizeVar) {
        let SizeVar::Linked { to, .. } = self.sizing.state(ext) else {
            return;
        };
        let Size::Var(v) = self.sizing.normal_size(to) else {
            return;
        };
        let canonical = match self.sizing.state(&v) {
            SizeVar::Copy { of, .. } => of.clone(),
            _ => v,
        };
        if let SizeVar::Instance {
            level,
            lifted,
            within,
            ..
        } = self.sizing.state(&canonical)
            && *lifted != Liftedness::Unlifted
            && !self.sizing.witnesses.contains_key(&canonical.id)
        {
            let computed = match before {
                SizeVar::Unknown { span, .. } => Some(if *span == Span::NONE {
                    self.goal.span
                } else {
                    *span
                }),
                _ => None,
            };
            let (level, within) = (*level, *within);
            self.existential(&canonical, level, within, Some(ext.id), computed, Met::Several);
        }
    }

    fn existential(
        &mut self,
        v: &VName,
        level: Level,
        within: Within,
        key: Option<u32>,
        computed: Option<Span>,
        met: Met,
    ) {
        self.sizing.pending = true;
        self.sizing.set_state(
            v,
            SizeVar::Existential {
                level,
                within,
                key,
                computed,
                met,
            },
        );
    }

    fn size_pair(&mut self, a: &Size, b: &Size, swapped: bool) -> Checked<()> {
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let (a, b) = (self.sizing.normal_size(a), self.sizing.normal_size(b));
        self.sizes(&a, &b, swapped)
    }

    /// `a` is a size of what receives, `b` of what is given.
    fn sizes(&mut self, a: &Size, b: &Size, swapped: bool) -> Checked<()> {
        if same(a, b) {
            return Ok(());
        }
        if let Some(parts) = similar(a, b) {
            return deep(|| {
                parts.iter().try_for_each(|(a, b)| {
                    let (a, b) = (self.sizing.normal_size(a), self.sizing.normal_size(b));
                    self.sizes(&a, &b, swapped)
                })
            });
        }
        if let Size::Var(v) = a
            && self.sizing.is_flexible(v)
            && self.may_link(v, b)
        {
            return self.link(v, b);
        }
        if let Size::Var(v) = b
            && self.sizing.is_flexible(v)
            && self.may_link(v, a)
        {
            return self.link(v, a);
        }
        if self.mode == Mode::Lenient {
            return Ok(());
        }
        if self.link_binder(a, b) || self.link_binder(b, a) {
            return Ok(());
        }
        // Who receives values of a lifted type takes all sizes; but what receives them must do so too, unless it comes in
        // one value with them.  Both sides may take the other in.
        let left = self.absorb(a, b, false, swapped);
        let right = self.absorb(b, a, true, !swapped);
        if left || right {
            return Ok(());
        }
        let instance = |this: &Self, s: &Size, other: &Size| match s {
            Size::Var(v) => {
                matches!(
                    this.sizing.state(v),
                    SizeVar::Instance { .. } | SizeVar::Copy { .. } | SizeVar::Existential { .. }
                ) && this.sizing.mentions(other, &this.bound)
            }
            _ => false,
        };
        let key = if instance(self, a, b) || instance(self, b, a) {
            "instance"
        } else {
            "equal"
        };
        if key == "instance" {
            FUT_SZ_TYVAR.apply();
            let d = Diagnostic::error(
                FUT_SZ_TYVAR.refuse("existential"),
                self.goal.span,
                "a type parameter would stand for a type whose sizes only the result of a function knows",
            )
            .with_note(format!(
                "the sizes `{}` and `{}` do not match",
                show_size(a),
                show_size(b)
            ));
            return self.sizing.cx.fail(d);
        }
        let message = format!("the sizes `{}` and `{}` do not match", show_size(a), show_size(b));
        self.refuse("equal", message, &[a, b])
    }

    fn may_link(&self, v: &VName, to: &Size) -> bool {
        match self.mode {
            Mode::Strict => self.bound.contains(v) || !self.sizing.mentions(to, &self.bound),
            Mode::Lenient => {
                if self.sizing.mentions(to, &self.bound) {
                    return false;
                }
                let Some(level) = self.sizing.level_of(v) else {
                    return false;
                };
                let mut ok = self.may_be_kept(v, to) && !self.is_anonymous(v);
                for_each_name(to, &mut |w| {
                    let deep = self.sizing.level_of(w).unwrap_or(0);
                    let param = matches!(self.sizing.state(w), SizeVar::Param { .. });
                    ok &= v != w && deep <= level && !(param && deep >= level);
                });
                ok
            }
        }
    }

    /// Whether a size of a loop parameter that became `to` could still be what it is at first.  Branches do not decide
    /// that it is something else: then it changes (FUT-SZ-LOOP).
    fn may_be_kept(&self, v: &VName, to: &Size) -> bool {
        let start = |v: &VName| {
            let start = self.sizing.initial.get(&v.id)?;
            Some(self.sizing.normal_size(start))
        };
        let Some(first) = start(v) else { return true };
        let to = match to {
            Size::Var(w) => start(w).unwrap_or_else(|| to.clone()),
            _ => to.clone(),
        };
        similar(&first, &to).is_some()
            || matches!(&first, Size::Var(w) if self.sizing.is_flexible(w) && !self.is_anonymous(w))
    }

    /// Whether a size is one that a parameter leaves out: a size of its own until something other than a branch says what
    /// it is (FUT-SZ-BRANCH).
    fn is_anonymous(&self, v: &VName) -> bool {
        let v = match self.sizing.state(v) {
            SizeVar::Copy { of, .. } => of,
            _ => v,
        };
        self.sizing.anonymous.contains(&v.id)
    }

    /// FUT-SZ-LINK
    fn link(&mut self, v: &VName, to: &Size) -> Checked<()> {
        FUT_SZ_LINK.apply();
        let v = match self.sizing.state(v) {
            SizeVar::Copy { of, .. } => of.clone(),
            _ => v.clone(),
        };
        // Links are between first occurrences.
        let to = super::super::substitution::in_size(
            to,
            &mut Sizes(|w: &VName| match self.sizing.state(w) {
                SizeVar::Copy { of, .. } => Some(Size::Var(of.clone())),
                _ => None,
            }),
        )
        .unwrap_or_else(|| to.clone());
        if matches!(&to, Size::Var(w) if *w == v) {
            return Ok(());
        }
        let Some(level) = self.sizing.level_of(&v) else {
            return Ok(());
        };
        let mut names = Vec::new();
        for_each_name(&to, &mut |w| names.push(w.clone()));
        for w in &names {
            if *w == v {
                let message = format!("the size `{}` would have to be `{}`", v.name, show_size(&to));
                return self.refuse("occurs", message, &[&to]);
            }
            match self.sizing.level_of(w) {
                Some(deep) if deep >= level => {
                    if matches!(self.sizing.state(w), SizeVar::Param { .. }) {
                        let d = Diagnostic::error(
                            FUT_SZ_LINK.refuse("scope"),
                            self.goal.span,
                            format!(
                                "the size `{}` cannot be `{}`: `{}` is not in scope where that size was made",
                                v.name,
                                show_size(&to),
                                w.name
                            ),
                        )
                        .with_note(self.goal.message);
                        return self.sizing.cx.fail(d);
                    }
                    self.sizing.lower_level(w, level);
                }
                _ => {}
            }
        }
        if let Size::Var(w) = &to
            && self.sizing.anonymous.contains(&v.id)
            && !self.sizing.initial.contains_key(&w.id)
        {
            self.sizing.anonymous.insert(w.id);
        }
        self.sizing.set_state(&v, SizeVar::Linked { level, to });
        Ok(())
    }

    /// A size of an instance may be found to be a parameter of a function type inside of that instance.
    fn link_binder(&mut self, s: &Size, other: &Size) -> bool {
        let Size::Var(v) = s else { return false };
        if self.bound.contains(v) || !self.sizing.mentions(other, &self.bound) {
            return false;
        }
        let canonical = match self.sizing.state(v) {
            SizeVar::Copy { of, .. } => of,
            _ => v,
        };
        let SizeVar::Instance { within, .. } = self.sizing.state(canonical) else {
            return false;
        };
        // Binders of arrows around the instance are no parameters inside of it.
        let inside = self.frames.len().saturating_sub(within.arrows as usize);
        let outer = self.frames.get(inside).map_or(self.bound.len(), |&i| i);
        let mut registered = true;
        for_each_name(other, &mut |w| {
            if self.bound.iter().take(outer).any(|bound| bound == w)
                || self.bound.contains(w) && !matches!(self.sizing.state(w), SizeVar::Param { .. })
            {
                registered = false;
            }
        });
        if registered && let Some(level) = self.sizing.level_of(v) {
            let to = other.clone();
            self.sizing.set_state(v, SizeVar::Linked { level, to });
        }
        registered
    }

    /// A size of a lifted instance that meets a size bound by a function type is existential.  `found` says that it is a
    /// size of the value found.  What gives a value of the instance relies on its size: that must be the one size which
    /// everything else met.
    fn absorb(&mut self, s: &Size, other: &Size, given: bool, found: bool) -> bool {
        let Size::Var(v) = s else { return false };
        if self.bound.contains(v) || !self.sizing.mentions(other, &self.bound) {
            return false;
        }
        let canonical = match self.sizing.state(v) {
            SizeVar::Copy { of, .. } => of.clone(),
            _ => v.clone(),
        };
        match self.sizing.state(&canonical) {
            SizeVar::Existential {
                level,
                within,
                key,
                computed,
                met,
            } => {
                let (level, within, key, computed) = (*level, *within, *key, *computed);
                let needed = given != within.taken;
                let now = match met {
                    Met::One { size, needed: before }
                        if found && same(size, other) && self.call_knows(level, other) =>
                    {
                        Met::One {
                            size: size.clone(),
                            needed: *before || needed,
                        }
                    }
                    Met::One { needed: true, .. } => return false,
                    Met::One { .. } | Met::Several if needed => return false,
                    Met::One { .. } | Met::Several => Met::Several,
                };
                self.existential(&canonical, level, within, key, computed, now);
                true
            }
            SizeVar::Instance {
                level,
                lifted,
                within,
                ..
            } if *lifted != Liftedness::Unlifted => {
                let (level, within) = (*level, *within);
                let needed = given != within.taken;
                let met = if found && self.call_knows(level, other) {
                    Met::One {
                        size: other.clone(),
                        needed,
                    }
                } else if needed {
                    return false;
                } else {
                    Met::Several
                };
                let key = match other {
                    Size::Var(w) => Some(w.id),
                    _ => None,
                };
                let mut computed = None;
                for_each_name(other, &mut |w| {
                    if let SizeVar::Unknown { span, .. } = self.sizing.state(w)
                        && computed.is_none()
                    {
                        computed = Some(if *span == Span::NONE {
                            self.goal.span
                        } else {
                            *span
                        });
                    }
                });
                self.existential(&canonical, level, within, key, computed, met);
                true
            }
            _ => false,
        }
    }

    /// Whether every call of the value found knows the size, and nothing around that value has the size of this level
    /// that it stands for: then each call may be one of an instance of its own.
    fn call_knows(&self, level: Level, size: &Size) -> bool {
        let mut known = level >= self.sizing.level;
        for_each_name(size, &mut |w| {
            known &= !self.bound.contains(w) || self.calls.contains(w);
        });
        known
    }
}

/// The parts in which two sizes of one form may still differ; `None` if they are of different forms (FUT-SZ-EQ).
pub(super) fn similar(a: &Size, b: &Size) -> Option<Vec<(Size, Size)>> {
    match (a, b) {
        (Size::Const(x), Size::Const(y)) if x == y => Some(Vec::new()),
        (Size::Var(v), Size::Var(w)) if v == w => Some(Vec::new()),
        (Size::Exp(x), Size::Exp(y)) => similar_exps(x, y),
        _ => None,
    }
}

/// Whether two sizes are the same (FUT-SZ-EQ).
pub fn same(a: &Size, b: &Size) -> bool {
    match (a, b) {
        (Size::Const(x), Size::Const(y)) => x == y,
        (Size::Var(v), Size::Var(w)) => v == w,
        // Passes make sizes with binders, which are the same only where they are one.
        (Size::Exp(x), Size::Exp(y)) => Rc::ptr_eq(x, y) || same_exps(x, y),
        _ => false,
    }
}

/// An expression without what it asserts, or what it leaves unasserted: that is no part of a size.
pub fn unguarded(e: &Exp) -> &Exp {
    match &e.kind {
        ExpKind::Assert(_, inner) | ExpKind::Attr(Attribute::Unsafe, inner) => deep(|| unguarded(inner)),
        _ => e,
    }
}

/// Whether two expressions are the same as sizes.
pub fn same_exps(x: &Exp, y: &Exp) -> bool {
    let (x, y) = (unguarded(x), unguarded(y));
    if let (ExpKind::Lambda(f), ExpKind::Lambda(g)) = (&x.kind, &y.kind) {
        return same_sections(f, g);
    }
    if !same_head(x, y) {
        return false;
    }
    let (xs, ys) = (x.children(), y.children());
    xs.len() == ys.len() && deep(|| xs.into_iter().zip(ys).all(|(x, y)| same_exps(x, y)))
}

/// Whether two sections are the same, whatever their parameters are called.
fn same_sections(f: &Fun, g: &Fun) -> bool {
    let mut names = Vec::new();
    for (p, q) in f.params.iter().zip(&g.params) {
        let (PatKind::Var(v), PatKind::Var(w)) = (&p.pat.kind, &q.pat.kind) else {
            return false;
        };
        names.push((w.clone(), Size::Var(v.clone())));
    }
    let mut body = g.body.clone();
    let mut renamed = Pairs {
        sizes: names,
        types: Vec::new(),
    };
    super::super::substitution::in_exp(&mut body, &mut renamed);
    f.section && g.section && f.params.len() == g.params.len() && deep(|| same_exps(&f.body, &body))
}

/// Whether two expressions are of one form, their parts aside.
pub fn same_head(x: &Exp, y: &Exp) -> bool {
    use ExpKind::*;
    let shape = |dims: &[DimIndex]| -> Vec<[bool; 4]> {
        dims.iter()
            .map(|d| match d {
                DimIndex::Fix(_) => [true; 4],
                DimIndex::Slice(a, b, c) => [false, a.is_some(), b.is_some(), c.is_some()],
            })
            .collect()
    };
    match (&x.kind, &y.kind) {
        (Lit(a), Lit(b)) => a == b,
        (String(a), String(b)) => a == b,
        (Var(v, _), Var(w, _)) => v == w,
        (Intrinsic(a, _), Intrinsic(b, _)) => a == b,
        (Record(xs), Record(ys)) => xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| x.0 == y.0),
        (Field(_, f), Field(_, g)) => f == g,
        (Constr(c, _), Constr(d, _)) => c == d,
        (Attr(a, _), Attr(b, _)) => a == b,
        (Index(_, xs), Index(_, ys)) => shape(xs) == shape(ys),
        (Range(r), Range(s)) => r.end == s.end && r.second.is_some() == s.second.is_some(),
        (Array(_), Array(_))
        | (App { .. }, App { .. })
        | (And(..), And(..))
        | (Or(..), Or(..))
        | (If(..), If(..))
        | (Coerce(..), Coerce(..))
        | (Hole, Hole) => true,
        (RecordUpdate(_, f, _), RecordUpdate(_, g, _)) => f == g,
        _ => false,
    }
}

fn pairs<'e>(
    xs: impl ExactSizeIterator<Item = &'e Exp>,
    ys: impl ExactSizeIterator<Item = &'e Exp>,
) -> Option<Vec<(Size, Size)>> {
    (xs.len() == ys.len()).then(|| {
        xs.zip(ys)
            .map(|(x, y)| (build::size_of(x), build::size_of(y)))
            .collect()
    })
}

fn similar_exps(x: &Exp, y: &Exp) -> Option<Vec<(Size, Size)>> {
    use ExpKind::*;
    if let (Lambda(_), Lambda(_)) = (&x.kind, &y.kind) {
        return same_exps(x, y).then(Vec::new);
    }
    if !same_head(x, y) {
        return None;
    }
    // What is applied and what is indexed must be the same.
    match (&x.kind, &y.kind) {
        (App { fun: f, args: xs, .. }, App { fun: g, args: ys, .. }) => {
            return if same_exps(f, g) {
                pairs(xs.iter(), ys.iter())
            } else {
                None
            };
        }
        (Index(a, _), Index(b, _)) if !same_exps(a, b) => return None,
        _ => {}
    }
    pairs(x.children().into_iter(), y.children().into_iter())
}

/// Whether an expression may become part of a size: it has type `i64` and binds nothing.
pub(super) fn is_i64(t: &Type) -> bool {
    matches!(&**t, TypeKind::Prim(PrimType::I64))
}
