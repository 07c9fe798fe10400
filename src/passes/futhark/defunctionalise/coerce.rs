//! FUT-DF-COERCE: a coerced function is a function that coerces its argument back, applies the function, and coerces the result (FUT-E-PROXY).
//!
//! Such a function is written as one of the source, once for each place of a coercion, and then translated as any other: it captures the function that is
//! coerced.  What its types claim is computed where the coercion stands, since what sizes mention may be consumed before the function is applied; sizes that
//! mention parameters are computed when it is.

use super::types::variable;
use super::value::{Code, Payload, Static, describe_type, numbered};
use super::{Env, Known, Made, Pass};
use elder_futhark::check::build;
use elder_futhark::check::substitution::{for_each_name, for_each_size, is_order_zero};
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::{
    Arrow, Coerced, Exp, ExpKind, Fun, Param, Pat, PatKind, RetType, Size, Type, TypeKind, VName,
};
use elder_syntax::prim::PrimType;
use elder_syntax::{Name, Span};
use std::rc::Rc;

/// What a coercion makes of the functions in a value.
pub struct Coercion {
    /// Sizes that are computed where it stands.
    settled: Vec<(VName, Size)>,
    proxies: Proxies,
    /// What is coerced to what.  As long as these are kept, no other types have their addresses.
    _types: [Type; 2],
}

/// A place of a coercion: the addresses of the two types, and where it is written.
pub type Place = ([usize; 2], Span, Coerced);

/// Where functions are coerced.
enum Proxies {
    /// Nowhere.
    Nowhere,
    /// The function `function` becomes this one, which mentions it.
    Function { function: VName, code: Rc<Fun> },
    /// In the elements of an array.
    Array(Box<Proxies>),
    /// In fields of a record.
    Record(Vec<(Name, Proxies)>),
    /// In arguments of constructors.
    Sum(Vec<Vec<Proxies>>),
}

impl Pass<'_> {
    /// `inner :> τ`, which is `e`.
    pub fn coercion(&mut self, env: &mut Env, e: &Exp, inner: &Exp, what: Coerced) -> Made {
        let (made, value) = self.exp(env, inner)?;
        if is_order_zero(&e.ty) {
            let kind = ExpKind::Coerce(Box::new(made), what);
            return self.done(env, e, kind, value, Vec::new());
        }
        self.by(&rules::FUT_DF_COERCE);
        let coercion = self.coercion_at(e, inner, what);
        let mut lets = Vec::new();
        let mut made = self.named(&mut lets, made, &value);
        for (name, size) in &coercion.settled {
            let size = build::size_exp(size, e.span);
            let (size, known) = self.exp(&mut env.clone(), &size)?;
            self.known_as(env, &mut lets, name, size, &known);
        }
        let sizes = self.bind_sizes(env, &e.sizes);
        let known = self.of_type(env, &value, &e.ty)?;
        if !matches!(known, Static::Lam(_) | Static::Or(_)) {
            // What is no function is compared first.
            made = Exp::of(ExpKind::Coerce(Box::new(made), what), known.rep(), e.span).making(sizes);
            made = self.named(&mut lets, made, &known);
        }
        let (made, value) = self.with_proxies(env, made, &known, &coercion.proxies)?;
        Ok(self.wrapped(lets, made, value))
    }

    /// A value that may be evaluated any number of times, with other functions in the places of its own.
    fn with_proxies(&mut self, env: &Env, e: Exp, value: &Static, proxies: &Proxies) -> Made {
        let span = e.span;
        let simple = |kind: ExpKind, ty| Exp::of(kind, ty, span);
        Ok(match (value, proxies) {
            (Static::Lam(_) | Static::Or(_), Proxies::Function { function, code }) => {
                let mut inner = env.clone();
                let value = value.clone();
                inner.insert(function.id, Rc::new(Known { exp: e, value }));
                self.closure(&inner, Code::Local(code.clone()), span)
            }
            (Static::Arr(size, element, _), Proxies::Array(inner)) => {
                let mut lets = Vec::new();
                let (elements, beside) = self.taken_apart(&mut lets, e, value);
                let (elements, value) = self.mapped(elements, size, element, &mut |pass, x| {
                    pass.with_proxies(env, x, element, inner)
                })?;
                let (made, value) = super::branches::beside::together(elements, value, beside);
                self.wrapped(lets, made, value)
            }
            (Static::Rcd(fields), Proxies::Record(parts)) => {
                let (mut made, mut known) = (Vec::new(), Vec::new());
                for ((label, value), (_, part)) in fields.iter().zip(parts) {
                    let old = super::types::field(&e, label, value.rep());
                    let (new, value) = self.with_proxies(env, old, value, part)?;
                    made.push((label.clone(), new));
                    known.push((label.clone(), value));
                }
                let value = Static::Rcd(known);
                (simple(ExpKind::Record(made), value.rep()), value)
            }
            (Static::Sum(constructors), Proxies::Sum(parts)) => {
                let (mut cases, mut known) = (Vec::new(), Vec::new());
                for ((name, payload), parts) in constructors.iter().zip(parts) {
                    let types = payload.rep();
                    let names: Vec<VName> = types.iter().map(|_| self.name("x")).collect();
                    let vars = names.iter().zip(&types);
                    let vars: Vec<Exp> = vars.map(|(x, ty)| variable(x, ty.clone(), span)).collect();
                    let args = names.into_iter().zip(types).map(|(x, ty)| Pat::var(x, ty, span));
                    let pat = Pat {
                        kind: PatKind::Constr(name.clone(), args.collect()),
                        ty: e.ty.clone(),
                        span,
                    };
                    let (made, payload) = match payload {
                        Payload::Absent(types) => (vars, Payload::Absent(types.clone())),
                        Payload::Present(args) => {
                            let (mut made, mut values) = (Vec::new(), Vec::new());
                            for ((arg, value), part) in vars.into_iter().zip(args).zip(parts) {
                                let (arg, value) = self.with_proxies(env, arg, value, part)?;
                                made.push(arg);
                                values.push(value);
                            }
                            (made, Payload::Present(values))
                        }
                    };
                    cases.push((pat, ExpKind::Constr(name.clone(), made)));
                    known.push((name.clone(), payload));
                }
                let value = Static::Sum(known);
                let ty = value.rep();
                let cases = cases
                    .into_iter()
                    .map(|(pat, kind)| (pat, simple(kind, ty.clone())));
                let kind = ExpKind::Match(Box::new(e), cases.collect());
                (simple(kind, ty), value)
            }
            _ => (e, value.clone()),
        })
    }

    /// What a coercion makes of functions, always the same for one place and its types: occurrences of functions tell static values apart.
    fn coercion_at(&mut self, e: &Exp, inner: &Exp, what: Coerced) -> Rc<Coercion> {
        let types = [&inner.ty, &e.ty].map(|ty| Rc::as_ptr(ty) as usize);
        let key = (types, e.span, what);
        if let Some(coercion) = self.coercions.get(&key) {
            return coercion.clone();
        }
        let mut settled = Vec::new();
        let (from, to) = self.settle((&inner.ty, &e.ty), false, &mut Vec::new(), &mut settled);
        let proxies = self.proxies(&from, &to, what, e.span);
        let coercion = Rc::new(Coercion {
            settled,
            proxies,
            _types: [inner.ty.clone(), e.ty.clone()],
        });
        self.coercions.insert(key, coercion.clone());
        coercion
    }

    /// Both types with names for the sizes that proxies compare.  Below a parameter the two change places, as what it has counts there.
    fn settle(
        &mut self,
        (from, to): (&Type, &Type),
        within: bool,
        bound: &mut Vec<VName>,
        settled: &mut Vec<(VName, Size)>,
    ) -> (Type, Type) {
        match (&**from, &**to) {
            (TypeKind::Array(s, x), TypeKind::Array(r, y)) => {
                let (x, y) = self.settle((x, y), within, bound, settled);
                let mut stays = !within || !matches!(r, Size::Exp(_));
                for_each_name(r, &mut |v| stays |= bound.contains(v));
                let r = match stays {
                    true => r.clone(),
                    false => {
                        let name = self.source("size");
                        settled.push((name.clone(), r.clone()));
                        Size::Var(name)
                    }
                };
                (build::array(s.clone(), x), build::array(r, y))
            }
            (TypeKind::Record(xs), TypeKind::Record(ys)) => {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                for (x, y) in xs.iter().zip(ys) {
                    let (s, t) = self.settle((&x.1, &y.1), within, bound, settled);
                    left.push((x.0.clone(), s));
                    right.push((y.0.clone(), t));
                }
                (Rc::new(TypeKind::Record(left)), Rc::new(TypeKind::Record(right)))
            }
            (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                for (x, y) in xs.iter().zip(ys) {
                    let pairs = x.1.iter().zip(&y.1);
                    let pairs = pairs.map(|(x, y)| self.settle((x, y), within, bound, settled));
                    let (s, t) = pairs.unzip();
                    left.push((x.0.clone(), s));
                    right.push((y.0.clone(), t));
                }
                (Rc::new(TypeKind::Sum(left)), Rc::new(TypeKind::Sum(right)))
            }
            (TypeKind::Arrow(x), TypeKind::Arrow(y)) => {
                let outer = bound.len();
                bound.extend(x.param_name.iter().chain(&y.param_name).cloned());
                let (yp, xp) = self.settle((&y.param, &x.param), true, bound, settled);
                bound.extend(x.ret.exts.iter().chain(&y.ret.exts).cloned());
                let (xr, yr) = self.settle((&x.ret.ty, &y.ret.ty), true, bound, settled);
                bound.truncate(outer);
                let with = |arrow: &Arrow, param: Type, ret: Type| {
                    Rc::new(TypeKind::Arrow(Arrow {
                        param,
                        ret: RetType {
                            ty: ret,
                            ..arrow.ret.clone()
                        },
                        ..arrow.clone()
                    }))
                };
                (with(x, xp, xr), with(y, yp, yr))
            }
            _ => (from.clone(), to.clone()),
        }
    }

    /// Where a value of type `from` needs proxies to be one of type `to`.
    fn proxies(&mut self, from: &Type, to: &Type, what: Coerced, span: Span) -> Proxies {
        match (&**from, &**to) {
            (TypeKind::Arrow(x), TypeKind::Arrow(y)) if !is_same(from, to) => {
                let function = self.source("function");
                let code = self.proxy(&function, (x, from), y, what, span);
                Proxies::Function { function, code }
            }
            (TypeKind::Array(_, x), TypeKind::Array(_, y)) if !is_order_zero(x) => {
                Proxies::Array(Box::new(self.proxies(x, y, what, span)))
            }
            (TypeKind::Record(xs), TypeKind::Record(ys)) => {
                let parts = xs.iter().zip(ys);
                let parts = parts.map(|((label, x), (_, y))| (label.clone(), self.proxies(x, y, what, span)));
                Proxies::Record(parts.collect())
            }
            (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
                let mut made = Vec::with_capacity(xs.len());
                for ((_, xs), (_, ys)) in xs.iter().zip(ys) {
                    let args = xs.iter().zip(ys);
                    made.push(args.map(|(x, y)| self.proxies(x, y, what, span)).collect());
                }
                Proxies::Sum(made)
            }
            _ => Proxies::Nowhere,
        }
    }

    /// `\(x: σ') -> f (x :> σ) :> ρ'` for a function `f : σ → ρ` that becomes one of type `σ' → ρ'`.
    fn proxy(
        &mut self,
        function: &VName,
        (from, ty): (&Arrow, &Type),
        to: &Arrow,
        what: Coerced,
        span: Span,
    ) -> Rc<Fun> {
        let out = what.result();
        let param = self.source(to.param_name.as_ref().map_or("x".into(), |v| v.name.clone()));
        let given = variable(&param, to.param.clone(), span);
        let call = Exp::of(
            ExpKind::app(
                variable(function, ty.clone(), span),
                vec![coerced(given.clone(), &from.param, out.argument(), span)],
            ),
            from.ret.ty.clone(),
            span,
        )
        .making(from.ret.exts.clone());
        let mut body = match to.ret.exts.is_empty() {
            true => coerced(call, &to.ret.ty, out, span),
            // A size that only the result knows is read off it, and has to be the same wherever the type has it.
            false => {
                let result = self.source("result");
                let given = variable(&result, from.ret.ty.clone(), span);
                let body = coerced(given.clone(), &to.ret.ty, out, span);
                let read = bind(
                    to.ret.exts.clone(),
                    (PatKind::Wildcard, to.ret.ty.clone()),
                    given,
                    body,
                );
                bind(
                    Vec::new(),
                    (PatKind::Var(result), from.ret.ty.clone()),
                    call,
                    read,
                )
            }
        };
        let mut names: Vec<&VName> = from.param_name.iter().chain(&to.param_name).collect();
        names.dedup();
        for name in names {
            let value = (PatKind::Var(name.clone()), build::prim(PrimType::I64));
            body = bind(Vec::new(), value, given.clone(), body);
        }
        Rc::new(Fun::of(
            vec![Param {
                pat: Pat::var(param, to.param.clone(), span),
                stars: to.param_stars.clone(),
            }],
            to.ret.clone(),
            body,
        ))
    }
}

/// `e :> τ`, if that compares anything.
fn coerced(e: Exp, ty: &Type, what: Coerced, span: Span) -> Exp {
    if is_same(&e.ty, ty) {
        return e;
    }
    Exp::of(ExpKind::Coerce(Box::new(e), what), ty.clone(), span)
}

/// `let [sizes] pat = bound in body`
fn bind(sizes: Vec<VName>, (kind, ty): (PatKind, Type), bound: Exp, body: Exp) -> Exp {
    let span = body.span;
    Exp::bind(sizes, Pat { kind, ty, span }, bound, body)
}

/// Whether two types are the same but for the names that functions bind.
fn is_same(a: &Type, b: &Type) -> bool {
    let mut free = Vec::new();
    let mut distinct = 0;
    let mut described = |ty: &Type| {
        let (mut names, mut own, mut out) = (Vec::new(), Vec::new(), Vec::new());
        for_each_size(ty, &mut |_, _, bound| names.extend(bound.iter().cloned()));
        let mut number = |size: &Size| {
            let mut is_bound = false;
            for_each_name(size, &mut |v| is_bound |= names.contains(v));
            match size {
                Size::Var(_) if is_bound => 3 * numbered(&mut own, size),
                // What computes with a bound name is like nothing else.
                _ if is_bound => {
                    distinct += 1;
                    3 * distinct + 1
                }
                _ => 3 * numbered(&mut free, size) + 2,
            }
        };
        describe_type(ty, &mut number, &mut out);
        out
    };
    described(a) == described(b)
}
