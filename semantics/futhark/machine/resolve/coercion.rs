//! Coercions: sizes that are compared, and proxies for functions (FUT-E-COERCE, FUT-E-PROXY).
//!
//! The sizes in a function's type can only be compared when the function is applied.  So a coercion puts a proxy in the
//! place of each function whose type changes: applied, it coerces its argument *back* to what the function takes, calls
//! the function, and coerces the result.  Where argument or result contain functions, these get proxies in their turn,
//! so checks are found at every order.  What goes in is compared with the type that the function has, what comes out
//! with the type that the coercion gives it; below each parameter the two change roles.

use super::{Frame, Resolver};
use crate::futhark::machine::code::*;
use elder_futhark::check::for_each_name;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Arrow, Coerced, Exp, RetType, Size, Stars, Type, TypeArg, TypeKind, VName};
use elder_syntax::{Name, Span};
use std::cell::OnceCell;
use std::rc::Rc;

/// Sizes that a coercion computes where it stands.
type Settled = Vec<(Slot, Code)>;

impl<'p> Resolver<'p> {
    /// `inner :> to`, but for the sizes in `unknown`.
    pub(super) fn coercion(
        &mut self,
        inner: &'p Exp,
        to: &Type,
        unknown: &[VName],
        (what, span): (Coerced, Span),
    ) -> Code {
        let value = self.exp(inner);
        let mut settled = Vec::new();
        let (from, to) = self.settle(&inner.ty, to, false, &mut Vec::new(), &mut settled);
        let checks = self.size_checks(&to, unknown);
        let proxies = self.proxies(&from, &to, what, span);
        Code::Coerce(Box::new(CoerceCode {
            value,
            settled: settled.into(),
            checks,
            proxies,
            what,
            span,
        }))
    }

    /// The value of `code`, known to have the type `from`, as one of type `to`.
    fn coerced(&mut self, value: Code, from: &Type, to: &Type, what: Coerced, span: Span) -> Code {
        let checks = self.size_checks(to, &[]);
        let proxies = self.proxies(from, to, what, span);
        if checks.is_empty() && proxies.is_none() {
            return value;
        }
        Code::Coerce(Box::new(CoerceCode {
            value,
            settled: Box::default(),
            checks,
            proxies,
            what,
            span,
        }))
    }

    /// Where a value of type `from` needs proxies to be one of type `to`.
    fn proxies(&mut self, from: &Type, to: &Type, what: Coerced, span: Span) -> Option<Proxies> {
        if Rc::ptr_eq(from, to) {
            return None;
        }
        match (&*self.expand(from), &*self.expand(to)) {
            (TypeKind::Record(xs), TypeKind::Record(ys)) => {
                let mut parts = Vec::new();
                for (k, (x, y)) in xs.iter().zip(ys).enumerate() {
                    if let Some(p) = self.proxies(&x.1, &y.1, what, span) {
                        parts.push((k as u32, p));
                    }
                }
                (!parts.is_empty()).then(|| Proxies::Record(parts.into()))
            }
            (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
                let mut parts = Vec::new();
                for (x, y) in xs.iter().zip(ys) {
                    let tag = super::tag(&x.0);
                    for (k, (x, y)) in x.1.iter().zip(&y.1).enumerate() {
                        if let Some(p) = self.proxies(x, y, what, span) {
                            parts.push((tag, k as u32, p));
                        }
                    }
                }
                (!parts.is_empty()).then(|| Proxies::Sum(parts.into()))
            }
            (TypeKind::Arrow(x), TypeKind::Arrow(y)) => (!self.same_arrows(x, y, &mut Vec::new()))
                .then(|| Proxies::Function(self.proxy(x, y, what, span))),
            _ => None,
        }
    }

    /// FUT-E-PROXY: a function of the function and its argument.
    fn proxy(&mut self, from: &Arrow, to: &Arrow, what: Coerced, span: Span) -> Rc<Function> {
        // Arguments lie in a frame from the last to the first.
        let (fun, argument) = (1, 0);
        let function = Rc::new(Function {
            name: Name::new_inline("coercion"),
            params: 2,
            captures: OnceCell::new(),
            body: OnceCell::new(),
        });
        let env = self.env.clone();
        let frame = self.frames.len();
        self.frames.push(Frame {
            slots: function.params,
            ..Frame::default()
        });
        for name in from.param_name.iter().chain(&to.param_name) {
            self.bind_slot(name, frame, argument);
        }
        let out = what.result();
        let given = self.coerced(
            Code::Local(argument),
            &to.param,
            &from.param,
            out.argument(),
            span,
        );
        let call = Code::Apply(Box::new(ApplyCode {
            existential: 0,
            function: Code::Local(fun),
            args: Box::new([given]),
            consumed: if from.param_stars == Stars::All {
                Box::new([0])
            } else {
                Box::default()
            },
            span,
            infix: false,
        }));
        let mut sizes = self.size_bindings(&from.ret.exts, &from.ret.ty).into_vec();
        sizes.extend(self.size_bindings(&to.ret.exts, &to.ret.ty));
        let result = self.slot();
        let mut code = Code::Let(Box::new(LetCode {
            pat: PatCode::Slot(result),
            bound: call,
            sizes: sizes.into(),
            body: self.coerced(Code::Local(result), &from.ret.ty, &to.ret.ty, out, span),
        }));
        if self.observe {
            code = Code::Observed(Box::new(Observed {
                rule: &rules::FUT_E_PROXY,
                span,
                code,
            }));
        }
        self.close(&function, Vec::new(), code);
        self.env = env;
        function
    }

    /// Both types with names for the sizes that proxies will compare: what a coercion claims is computed once, where it
    /// stands, because what the sizes mention may be consumed before the function is applied.  Sizes that mention
    /// parameters of the functions stay as they are.
    fn settle(
        &mut self,
        from: &Type,
        to: &Type,
        within: bool,
        bound: &mut Vec<VName>,
        settled: &mut Settled,
    ) -> (Type, Type) {
        let same =
            |this: &mut Self, from: &Type, to: &Type, bound: &mut Vec<VName>, settled: &mut Settled| {
                this.settle(from, to, within, bound, settled)
            };
        match (&*self.expand(from), &*self.expand(to)) {
            (TypeKind::Array(s, x), TypeKind::Array(r, y)) => {
                let (x, y) = same(self, x, y, bound, settled);
                let r = if within {
                    self.settled(r, bound, settled)
                } else {
                    r.clone()
                };
                (
                    Rc::new(TypeKind::Array(s.clone(), x)),
                    Rc::new(TypeKind::Array(r, y)),
                )
            }
            (TypeKind::Record(xs), TypeKind::Record(ys)) if xs.len() == ys.len() => {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                for (x, y) in xs.iter().zip(ys) {
                    let (s, t) = same(self, &x.1, &y.1, bound, settled);
                    left.push((x.0.clone(), s));
                    right.push((y.0.clone(), t));
                }
                (Rc::new(TypeKind::Record(left)), Rc::new(TypeKind::Record(right)))
            }
            (TypeKind::Sum(xs), TypeKind::Sum(ys)) if xs.len() == ys.len() => {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                for (x, y) in xs.iter().zip(ys) {
                    let pairs = x.1.iter().zip(&y.1);
                    let (s, t) = pairs.map(|(x, y)| same(self, x, y, bound, settled)).unzip();
                    left.push((x.0.clone(), s));
                    right.push((y.0.clone(), t));
                }
                (Rc::new(TypeKind::Sum(left)), Rc::new(TypeKind::Sum(right)))
            }
            (TypeKind::Arrow(x), TypeKind::Arrow(y)) if !self.same_arrows(x, y, &mut Vec::new()) => {
                let outer = bound.len();
                bound.extend(x.param_name.iter().chain(&y.param_name).cloned());
                let (yp, xp) = self.settle(&y.param, &x.param, true, bound, settled);
                bound.extend(x.ret.exts.iter().chain(&y.ret.exts).cloned());
                let (xr, yr) = self.settle(&x.ret.ty, &y.ret.ty, true, bound, settled);
                bound.truncate(outer);
                (arrow(x, xp, xr), arrow(y, yp, yr))
            }
            // Nothing in them is compared, or they are no functions: they stay abstract.
            _ => (from.clone(), to.clone()),
        }
    }

    fn settled(&mut self, size: &Size, bound: &[VName], settled: &mut Settled) -> Size {
        let mut inner = !matches!(size, Size::Exp(_));
        for_each_name(size, &mut |v| inner |= bound.contains(v));
        if inner {
            return size.clone();
        }
        let code = self.size(size);
        let slot = self.slot();
        settled.push((slot, code));
        let name = VName {
            name: Name::new_inline("size"),
            id: self.new_number(),
        };
        self.bind_slot(&name, self.frames.len().saturating_sub(1), slot);
        Size::Var(name)
    }

    /// Whether two function types are known to be the same, given pairs of names that are.
    fn same_arrows(&self, x: &Arrow, y: &Arrow, pairs: &mut Vec<(u32, u32)>) -> bool {
        let outer = pairs.len();
        if let (Some(v), Some(w)) = (&x.param_name, &y.param_name) {
            pairs.push((v.id, w.id));
        }
        let exts = x.ret.exts.iter().zip(&y.ret.exts);
        let same = x.ret.exts.len() == y.ret.exts.len() && self.same_types(&x.param, &y.param, pairs) && {
            pairs.extend(exts.map(|(v, w)| (v.id, w.id)));
            self.same_types(&x.ret.ty, &y.ret.ty, pairs)
        };
        pairs.truncate(outer);
        same
    }

    fn same_types(&self, a: &Type, b: &Type, pairs: &mut Vec<(u32, u32)>) -> bool {
        match (&**a, &**b) {
            (TypeKind::Prim(p), TypeKind::Prim(q)) => p == q,
            (TypeKind::Var(v), TypeKind::Var(w)) => v == w,
            (TypeKind::Array(s, x), TypeKind::Array(r, y)) => {
                self.same_sizes(s, r, pairs) && self.same_types(x, y, pairs)
            }
            (TypeKind::Record(xs), TypeKind::Record(ys)) => {
                xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.same_types(&x.1, &y.1, pairs))
            }
            (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
                xs.len() == ys.len()
                    && xs.iter().zip(ys).all(|(x, y)| {
                        x.1.len() == y.1.len()
                            && x.1.iter().zip(&y.1).all(|(x, y)| self.same_types(x, y, pairs))
                    })
            }
            (TypeKind::Arrow(x), TypeKind::Arrow(y)) => self.same_arrows(x, y, pairs),
            (TypeKind::Named(v, xs), TypeKind::Named(w, ys)) => {
                v == w
                    && xs.len() == ys.len()
                    && xs.iter().zip(ys).all(|(x, y)| match (x, y) {
                        (TypeArg::Size(s), TypeArg::Size(r)) => self.same_sizes(s, r, pairs),
                        (TypeArg::Type(s), TypeArg::Type(t)) => self.same_types(s, t, pairs),
                        _ => false,
                    })
            }
            _ => false,
        }
    }

    fn same_sizes(&self, a: &Size, b: &Size, pairs: &[(u32, u32)]) -> bool {
        match (a, b) {
            (Size::Const(x), Size::Const(y)) => x == y,
            (Size::Var(v), Size::Var(w)) => {
                match pairs.iter().rev().find(|(x, y)| *x == v.id || *y == w.id) {
                    Some(pair) => *pair == (v.id, w.id),
                    None => v == w,
                }
            }
            (Size::Exp(x), Size::Exp(y)) => {
                let (mut left, mut right) = (String::new(), String::new());
                pairs.is_empty()
                    && self.describe_size(x, &mut left).is_some()
                    && self.describe_size(y, &mut right).is_some()
                    && left == right
            }
            _ => false,
        }
    }
}

fn arrow(a: &Arrow, param: Type, ret: Type) -> Type {
    Rc::new(TypeKind::Arrow(Arrow {
        param_name: a.param_name.clone(),
        param,
        param_stars: a.param_stars.clone(),
        ret: RetType {
            exts: a.ret.exts.clone(),
            ty: ret,
            stars: a.ret.stars.clone(),
        },
    }))
}
