//! Size coercions, and proxies for functions (FUT-E-COERCE, FUT-E-PROXY).

use super::Interpreter;
use super::environment::Environment;
use super::value::{Code, Sum, Value};
use crate::failure::{Failure, Run};
use crate::futhark::refusals;
use elder_futhark::check::same_size;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Arrow, Coerced, Exp, Size, Type, TypeArg, TypeKind, VName};
use elder_syntax::{Name, Span};
use std::rc::Rc;

/// A function whose type was coerced.
#[derive(Clone, Debug)]
pub struct Proxy {
    /// The function.
    function: Value,
    /// The type that it has.
    from: Arrow,
    /// The type that it gets.
    to: Arrow,
    /// Whose fault it is if what it gives is wrong.
    blame: Coerced,
    /// The coercion.
    span: Span,
}

impl Interpreter<'_> {
    /// FUT-E-COERCE: the value of `inner`, whose sizes are those of the type, but for the sizes that only the value shows.
    pub fn coerce(
        &mut self,
        env: &mut Environment,
        inner: &Exp,
        to: &Type,
        unknown: &[VName],
        (blame, span): (Coerced, Span),
    ) -> Run<Value> {
        let value = self.eval(env, inner)?;
        let mut env = env.clone();
        self.settle(&mut env, &inner.ty, to, false, &mut Vec::new())?;
        self.compare_sizes(&mut env, to, unknown, &value, blame, span)?;
        Ok(self.with_proxies(&env, value, &inner.ty, to, blame, span))
    }

    /// A value of one type as one of another.
    fn coerced(
        &mut self,
        env: &mut Environment,
        value: Value,
        from: &Type,
        to: &Type,
        blame: Coerced,
        span: Span,
    ) -> Run<Value> {
        rules::FUT_E_PROXY.apply();
        self.compare_sizes(env, to, &[], &value, blame, span)?;
        Ok(self.with_proxies(env, value, from, to, blame, span))
    }

    /// Each size of the type is the one that the value has.  All of them are computed before any is compared.
    fn compare_sizes(
        &mut self,
        env: &mut Environment,
        to: &Type,
        unknown: &[VName],
        value: &Value,
        blame: Coerced,
        span: Span,
    ) -> Run<()> {
        let mut pairs = Vec::new();
        self.compare(to, &value.shape(), &mut |size, found| {
            pairs.push((size.clone(), found))
        });
        let mut sizes = Vec::with_capacity(pairs.len());
        for (size, found) in pairs {
            if !matches!(&size, Size::Var(v) if unknown.contains(v)) {
                sizes.push((self.size(env, &size)?, found));
            }
        }
        match sizes.into_iter().find(|(expected, found)| expected != found) {
            Some((expected, found)) => Err(refusals::coerced(blame, expected, found, span)),
            None => Ok(()),
        }
    }

    /// The value with proxies in the places of the functions whose types change.
    fn with_proxies(
        &self,
        env: &Environment,
        value: Value,
        from: &Type,
        to: &Type,
        blame: Coerced,
        span: Span,
    ) -> Value {
        let part = |value: &Value, from: &Type, to: &Type| {
            self.with_proxies(env, value.clone(), from, to, blame, span)
        };
        match (&*self.expand(from), &*self.expand(to), value) {
            (TypeKind::Record(xs), TypeKind::Record(ys), Value::Record(fields)) => {
                let types = xs.iter().zip(ys).map(|((_, x), (_, y))| (x, y));
                let fields = fields.iter().zip(types);
                let coerced =
                    |((name, field), (x, y)): (&(Name, Value), _)| (name.clone(), part(field, x, y));
                Value::Record(fields.map(coerced).collect())
            }
            (TypeKind::Sum(xs), TypeKind::Sum(ys), Value::Sum(sum)) => {
                let types = |constructors: &[(Name, Vec<Type>)]| -> Vec<Type> {
                    let found = constructors.iter().find(|(name, _)| *name == sum.name);
                    found.map_or(Vec::new(), |(_, types)| types.clone())
                };
                let types = types(xs).into_iter().zip(types(ys));
                let args = sum.args.iter().zip(types).map(|(arg, (x, y))| part(arg, &x, &y));
                Value::Sum(Rc::new(Sum {
                    args: args.collect(),
                    ..(*sum).clone()
                }))
            }
            (TypeKind::Arrow(x), TypeKind::Arrow(y), function) if !same_arrow(x, y, &mut Vec::new()) => {
                let proxy = Proxy {
                    function,
                    from: x.clone(),
                    to: y.clone(),
                    blame,
                    span,
                };
                self.function(Code::Proxy(Rc::new(proxy)), env.clone())
            }
            (_, _, value) => value,
        }
    }

    /// FUT-E-PROXY: the argument as what the function takes, and the result as what the coercion says.
    pub fn proxy(&mut self, proxy: &Proxy, mut env: Environment, args: Vec<Value>, span: Span) -> Run<Value> {
        let (from, to) = (&proxy.from, &proxy.to);
        let [argument] = &args[..] else {
            return Err(Failure::internal(span, "a proxy takes one argument"));
        };
        self.rule(&rules::FUT_E_PROXY, proxy.span, |this| {
            for name in from.param_name.iter().chain(&to.param_name) {
                env.bind(name, argument.clone());
            }
            let blame = proxy.blame.result();
            let argument = argument.clone();
            let given = this.coerced(
                &mut env,
                argument,
                &to.param,
                &from.param,
                blame.argument(),
                proxy.span,
            )?;
            let given = given.consumed(&from.param_stars);
            let result = this.apply(&proxy.function, vec![given], proxy.span)?;
            this.read_sizes(&mut env, &from.ret.exts, &from.ret.ty, &result);
            this.read_sizes(&mut env, &to.ret.exts, &to.ret.ty, &result);
            this.coerced(&mut env, result, &from.ret.ty, &to.ret.ty, blame, proxy.span)
        })
    }
}

/// Whether two function types are the same, given pairs of bound names that are.
pub fn same_arrow(x: &Arrow, y: &Arrow, pairs: &mut Vec<(VName, VName)>) -> bool {
    let outside = pairs.len();
    let params = x.param_name.iter().zip(&y.param_name);
    pairs.extend(params.map(|(v, w)| (v.clone(), w.clone())));
    let mut same = x.ret.exts.len() == y.ret.exts.len() && same_type(&x.param, &y.param, pairs);
    pairs.extend(x.ret.exts.iter().cloned().zip(y.ret.exts.iter().cloned()));
    same = same && same_type(&x.ret.ty, &y.ret.ty, pairs);
    pairs.truncate(outside);
    same
}

fn same_type(a: &Type, b: &Type, pairs: &mut Vec<(VName, VName)>) -> bool {
    let mut all = |xs: &[Type], ys: &[Type]| {
        xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| same_type(x, y, pairs))
    };
    match (&**a, &**b) {
        (TypeKind::Prim(p), TypeKind::Prim(q)) => p == q,
        (TypeKind::Var(v), TypeKind::Var(w)) => v == w,
        (TypeKind::Array(s, x), TypeKind::Array(r, y)) => same_within(s, r, pairs) && same_type(x, y, pairs),
        (TypeKind::Record(xs), TypeKind::Record(ys)) => {
            let types = |fields: &[(Name, Type)]| fields.iter().map(|(_, t)| t.clone()).collect::<Vec<_>>();
            all(&types(xs), &types(ys))
        }
        (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
            xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| all(&x.1, &y.1))
        }
        (TypeKind::Arrow(x), TypeKind::Arrow(y)) => same_arrow(x, y, pairs),
        (TypeKind::Named(v, xs), TypeKind::Named(w, ys)) => {
            let mut args = xs.iter().zip(ys);
            v == w
                && xs.len() == ys.len()
                && args.all(|pair| match pair {
                    (TypeArg::Size(s), TypeArg::Size(r)) => same_within(s, r, pairs),
                    (TypeArg::Type(x), TypeArg::Type(y)) => same_type(x, y, pairs),
                    _ => false,
                })
        }
        _ => false,
    }
}

/// Whether two sizes are the same; one that is an expression only if nothing in it is bound around it.
fn same_within(a: &Size, b: &Size, pairs: &[(VName, VName)]) -> bool {
    match (a, b) {
        (Size::Var(v), Size::Var(w)) => match pairs.iter().rev().find(|(x, y)| x == v || y == w) {
            Some((x, y)) => x == v && y == w,
            None => v == w,
        },
        (Size::Exp(_), Size::Exp(_)) => pairs.is_empty() && same_size(a, b),
        _ => same_size(a, b),
    }
}
