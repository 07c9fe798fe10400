//! Functions in place of their calls, and the functions whose text is known.

use super::{Arg, Binding, Env, Given, Known, Resolver};
use crate::futhark::intrinsics::arity;
use crate::futhark::machine::code::*;
use elder_futhark::tree::{self, Def, Exp, ExpKind, Fun, Instance, PatKind, Size, TypeKind};
use elder_syntax::Span;

/// Functions with bodies up to this size are put in place of their calls.
pub(super) const INLINE_NODES: usize = 40;
/// Likewise local functions, which are made to be used nearby.
pub(super) const INLINE_LOCAL: usize = 200;
/// So deep inlined functions may be nested.
const INLINE_DEPTH: u32 = 24;
/// So many nodes may be made by inlining in one program.
const INLINE_TOTAL: usize = 200_000;

/// What is known of a definition before it is resolved.
#[derive(Clone, Copy)]
pub(super) struct Info {
    nodes: usize,
    recursive: bool,
}

impl<'p> Resolver<'p> {
    /// Whether a function may be put in place of a call; if so, it is counted.
    pub(super) fn may_inline(&mut self, info: Info, nodes: usize) -> bool {
        let may = info.nodes <= nodes
            && !info.recursive
            && self.inlining < INLINE_DEPTH
            && self.inlined < INLINE_TOTAL;
        if may {
            self.inlined += info.nodes;
        }
        may
    }

    /// Size and nature of a definition, for the decision to inline it.
    pub(super) fn info(&mut self, id: u32, fun: &Fun) -> Info {
        if let Some(&info) = self.infos.get(&id) {
            return info;
        }
        let mut info = Info {
            nodes: 0,
            recursive: false,
        };
        measure(&fun.body, id, &mut info);
        self.infos.insert(id, info);
        info
    }

    /// The body of `fun` with its parameters bound, in place of a call.
    pub(super) fn inline(
        &mut self,
        fun: &'p Fun,
        fun_env: Env<'p>,
        instance: Option<&'p Instance>,
        args: Vec<Arg<'p>>,
        infix: bool,
        span: Span,
    ) -> Code {
        let count = fun.params.len();
        let mut inner = fun_env;
        // What to bind before the body, in order of evaluation.
        let mut lets: Vec<(PatBinder<'p>, Code)> = Vec::new();
        let mut args: Vec<Option<Arg<'p>>> = args.into_iter().map(Some).collect();
        let rest: Vec<Option<Arg<'p>>> = args.split_off(count);
        let rest: Vec<Arg<'p>> = rest.into_iter().flatten().collect();
        // What is left for the function that the body gives: last from the left, first from the right.
        let mut rest = Some(rest).filter(|rest| !rest.is_empty());
        let mut rest_slots = Vec::new();
        if !infix && let Some(rest) = rest.take() {
            rest_slots = self.rest_of_arguments(rest, infix, &mut lets);
        }
        let order: Vec<usize> = if infix {
            (0..count).collect()
        } else {
            (0..count).rev().collect()
        };
        for k in order {
            let (Some(arg), Some(param)) = (args[k].take(), fun.params.get(k)) else {
                continue;
            };
            if let PatKind::Var(name) = &param.pat.kind {
                let known = match &arg {
                    Arg::Exp(e) => self.known_with_prefix(e, &mut lets),
                    Arg::Known(known) => Some(known.clone()),
                    Arg::Code(_) => None,
                };
                if let Some(known) = known {
                    inner.insert(name.id, Binding::Known(known));
                    continue;
                }
            }
            let code = self.argument(arg);
            let frame = self.frames.len().saturating_sub(1);
            match (&param.pat.kind, code) {
                (PatKind::Var(name), Code::Local(slot)) => {
                    inner.insert(name.id, Binding::Slot { frame, slot });
                }
                (PatKind::Var(name), code) => {
                    let slot = self.slot();
                    inner.insert(name.id, Binding::Slot { frame, slot });
                    lets.push((PatBinder::Slot(slot), code));
                }
                (_, code) => lets.push((PatBinder::Pat(&param.pat), code)),
            }
        }
        if let Some(rest) = rest {
            rest_slots = self.rest_of_arguments(rest, infix, &mut lets);
        }
        if let Some(instance) = instance {
            let here = self.env.clone();
            for (v, size) in fun.sizes.iter().zip(&instance.sizes) {
                if matches!(size, Size::Exp(_)) {
                    let code = self.size(size);
                    let slot = self.slot();
                    lets.push((PatBinder::Slot(slot), code));
                    let frame = self.frames.len().saturating_sub(1);
                    inner.insert(v.id, Binding::Slot { frame, slot });
                } else {
                    inner.insert(v.id, Binding::Size(size, here.clone()));
                }
            }
            for (p, ty) in fun.types.iter().zip(&instance.types) {
                inner.insert(p.name.id, Binding::Type(ty.clone(), here.clone()));
            }
        }
        self.inlining += 1;
        let (patterns, body) = self.within(inner, |this| {
            let mut patterns = Vec::new();
            for (binder, code) in lets {
                let (pat, sizes) = match binder {
                    PatBinder::Slot(slot) => (PatCode::Slot(slot), Vec::new()),
                    PatBinder::Pat(pat) => (this.pattern(pat), this.shown_sizes(&pat.ty)),
                };
                patterns.push((pat, code, sizes));
            }
            for param in &fun.params {
                let PatKind::Var(name) = &param.pat.kind else {
                    continue;
                };
                let Some(Binding::Slot { frame, slot }) = this.env.get(&name.id).cloned() else {
                    continue;
                };
                let sizes = this.shown_sizes(&param.pat.ty);
                if !sizes.is_empty() {
                    patterns.push((PatCode::Wild, Code::Local(this.reach(frame, slot)), sizes));
                }
            }
            (patterns, this.exp(&fun.body))
        });
        self.inlining -= 1;
        let mut code = body;
        if !rest_slots.is_empty() {
            let args = rest_slots.into_iter().map(Code::Local).collect();
            code = Code::Apply(Box::new(ApplyCode {
                existential: 0,
                function: code,
                args,
                consumed: Box::default(),
                span,
                infix,
            }));
        }
        patterns
            .into_iter()
            .rev()
            .fold(code, |body, (pat, bound, sizes)| {
                Code::Let(Box::new(LetCode {
                    pat,
                    bound,
                    sizes: sizes.into(),
                    body,
                }))
            })
    }

    /// The function that an expression denotes without any evaluation.
    pub(super) fn known(&self, e: &'p Exp) -> Option<Known<'p>> {
        match computed_sizes(e).next() {
            None => self.denoted(e),
            Some(_) => None,
        }
    }

    /// The function that an expression denotes, if the sizes that it is used at have values.
    pub(super) fn denoted(&self, e: &'p Exp) -> Option<Known<'p>> {
        if !e.sizes.is_empty() {
            return None;
        }
        let here = || Known {
            exp: e,
            env: self.env.clone(),
            prefix: Vec::new(),
        };
        match &e.kind {
            ExpKind::Lambda(f) if !f.params.is_empty() => Some(here()),
            ExpKind::Intrinsic(..) => Some(here()),
            ExpKind::Var(name, _) => match self.env.get(&name.id) {
                Some(Binding::Known(known)) => Some(known.clone()),
                Some(Binding::Local { .. }) => Some(here()),
                Some(_) => None,
                None => {
                    let def = self.definition(name)?;
                    match alias(def) {
                        Some(original) => Some(Known {
                            exp: original,
                            ..here()
                        }),
                        None => (!def.fun.params.is_empty()).then(here),
                    }
                }
            },
            _ => None,
        }
    }

    /// Binds the arguments that are for the function that a body gives, and says where.
    fn rest_of_arguments(
        &mut self,
        rest: Vec<Arg<'p>>,
        infix: bool,
        lets: &mut Vec<(PatBinder<'p>, Code)>,
    ) -> Vec<Slot> {
        let codes = self.arguments(rest, infix).into_vec();
        let mut bound: Vec<(Slot, Code)> = codes.into_iter().map(|code| (self.slot(), code)).collect();
        let slots = bound.iter().map(|(slot, _)| *slot).collect();
        if !infix {
            bound.reverse();
        }
        lets.extend(
            bound
                .into_iter()
                .map(|(slot, code)| (PatBinder::Slot(slot), code)),
        );
        slots
    }

    /// As [`Resolver::known`], also of functions used at sizes that are computed, and of applications of known functions to
    /// too few arguments: all of these are evaluated first.
    pub(super) fn known_with_prefix(
        &mut self,
        e: &'p Exp,
        lets: &mut Vec<(PatBinder<'p>, Code)>,
    ) -> Option<Known<'p>> {
        if !is_function(&e.ty) {
            return None;
        }
        if let Some(known) = self.denoted(e) {
            self.compute_sizes(e, lets);
            return Some(known);
        }
        let ExpKind::App {
            fun,
            args,
            infix: false,
        } = &e.kind
        else {
            return None;
        };
        if !e.sizes.is_empty() {
            return None;
        }
        let mut known = self.denoted(fun)?;
        let arity = match &known.exp.kind {
            ExpKind::Lambda(f) => f.params.len(),
            ExpKind::Intrinsic(intrinsic, _) => arity(*intrinsic),
            ExpKind::Var(name, _) => match self.env.get(&name.id) {
                None => self.definition(name)?.fun.params.len(),
                Some(Binding::Local { fun, .. }) => fun.params.len(),
                Some(_) => return None,
            },
            _ => return None,
        };
        if known.prefix.len() + args.len() >= arity {
            return None;
        }
        let frame = self.frames.len().saturating_sub(1);
        let mut given = Vec::with_capacity(args.len());
        for arg in args.iter().rev() {
            given.push(match self.known_with_prefix(arg, lets) {
                Some(inner) => Given::Known(inner),
                None => {
                    let code = self.exp(arg);
                    let slot = self.slot();
                    lets.push((PatBinder::Slot(slot), code));
                    Given::Slot(frame, slot)
                }
            });
        }
        given.reverse();
        known.prefix.extend(given);
        self.compute_sizes(fun, lets);
        Some(known)
    }

    /// FUT-E-VAR: a function that is used has the sizes that it is used at, which may have no value, whether it is applied or
    /// not.
    pub(super) fn compute_sizes(&mut self, fun: &'p Exp, lets: &mut Vec<(PatBinder<'p>, Code)>) {
        for size in computed_sizes(fun) {
            let code = self.size(size);
            let slot = self.slot();
            lets.push((PatBinder::Slot(slot), code));
        }
    }
}

/// Counts the nodes of an expression until there are too many to inline it.
fn measure(e: &Exp, id: u32, info: &mut Info) {
    if info.nodes > INLINE_LOCAL {
        return;
    }
    info.nodes += 1;
    let mut each = |es: &[&Exp]| es.iter().for_each(|x| measure(x, id, info));
    match &e.kind {
        ExpKind::Lit(_) | ExpKind::String(_) | ExpKind::Intrinsic(..) | ExpKind::Hole => {}
        ExpKind::Var(name, _) => info.recursive |= name.id == id,
        ExpKind::Record(fields) => fields.iter().for_each(|(_, f)| measure(f, id, info)),
        ExpKind::Field(a, _) | ExpKind::Coerce(a, _) | ExpKind::Attr(_, a) => each(&[a]),
        ExpKind::RecordUpdate(a, _, b)
        | ExpKind::And(a, b)
        | ExpKind::Or(a, b)
        | ExpKind::Assert(a, b)
        | ExpKind::Let {
            bound: a, body: b, ..
        } => each(&[a, b]),
        ExpKind::Array(es) | ExpKind::Constr(_, es) => es.iter().for_each(|x| measure(x, id, info)),
        ExpKind::Range(r) => {
            each(&[&r.start, &r.bound]);
            if let Some(s) = &r.second {
                measure(s, id, info);
            }
        }
        ExpKind::Index(a, dims) => {
            measure(a, id, info);
            measure_dims(dims, id, info);
        }
        ExpKind::Update(a, dims, b) => {
            each(&[a, b]);
            measure_dims(dims, id, info);
        }
        ExpKind::UpdatePath(a, steps, b) => {
            each(&[a, b]);
            for step in steps {
                if let tree::UpdateStep::Index(dims) = step {
                    measure_dims(dims, id, info);
                }
            }
        }
        ExpKind::App { fun, args, .. } => {
            measure(fun, id, info);
            args.iter().for_each(|x| measure(x, id, info));
        }
        ExpKind::Lambda(f) => measure(&f.body, id, info),
        ExpKind::LetFun(_, f, b) => each(&[&f.body, b]),
        ExpKind::If(a, b, c) => each(&[a, b, c]),
        ExpKind::Match(a, cases) => {
            measure(a, id, info);
            cases.iter().for_each(|(_, x)| measure(x, id, info));
        }
        ExpKind::Loop(l) => {
            each(&[&l.init, &l.body]);
            match &l.form {
                tree::LoopForm::For(_, x) | tree::LoopForm::ForIn(_, x) | tree::LoopForm::While(x) => {
                    measure(x, id, info);
                }
            }
        }
    }
}

fn measure_dims(dims: &[tree::DimIndex], id: u32, info: &mut Info) {
    for dim in dims {
        match dim {
            tree::DimIndex::Fix(i) => measure(i, id, info),
            tree::DimIndex::Slice(a, b, s) => {
                [a, b, s].into_iter().flatten().for_each(|x| measure(x, id, info));
            }
        }
    }
}

/// The intrinsic that a definition without parameters names, such as the library's `sqrt`.
pub(super) fn alias(def: &Def) -> Option<&Exp> {
    let fun = &def.fun;
    let monomorphic = fun.params.is_empty() && fun.sizes.is_empty() && fun.types.is_empty();
    (monomorphic && matches!(fun.body.kind, ExpKind::Intrinsic(..))).then_some(&fun.body)
}

/// The sizes at which an expression uses a function and that are more than names and numbers.
fn computed_sizes(e: &Exp) -> impl Iterator<Item = &Size> {
    let sizes = match &e.kind {
        ExpKind::Var(_, instance) => &instance.sizes[..],
        _ => &[],
    };
    sizes.iter().filter(|size| matches!(size, Size::Exp(_)))
}

/// What an inlined function binds before its body.
pub(super) enum PatBinder<'p> {
    Slot(Slot),
    Pat(&'p elder_futhark::tree::Pat),
}

fn is_function(ty: &elder_futhark::tree::Type) -> bool {
    matches!(&**ty, TypeKind::Arrow(_))
}
