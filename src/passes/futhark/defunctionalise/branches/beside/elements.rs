//! Elements of an array of functions, without what stands beside it and with it.

use super::super::super::types::{field, variable};
use super::super::super::value::{Captured, Lam, Payload, Static, tag};
use super::super::super::{Made, Pass};
use super::super::join::{bound_names, case};
use super::{Known, has_beside, is_candidate, is_large, places, together};
use elder_futhark::tree::{Exp, ExpKind, PatKind, Type, VName};
use elder_syntax::Name;
use std::rc::Rc;

/// What becomes of arrays in an element that leaves its array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// They have beside them what the array had.
    Beside,
    /// It goes into their elements.
    Within,
}

/// Whether an element leaves out one of these.
fn lacks(element: &Static, beside: &[Known]) -> bool {
    match element {
        Static::Beside(v) => beside.iter().any(|one| one.name == *v),
        Static::Lam(lam) => lam.fields().any(|(_, sv)| lacks(sv, beside)),
        Static::Or(leaves) => {
            let mut fields = leaves.iter().flat_map(|lam| lam.fields());
            fields.any(|(_, sv)| lacks(sv, beside))
        }
        Static::Rcd(fields) => fields.iter().any(|(_, sv)| lacks(sv, beside)),
        Static::Sum(constructors) => constructors.iter().any(|(_, payload)| match payload {
            Payload::Present(args) => args.iter().any(|arg| lacks(arg, beside)),
            Payload::Absent(_) => false,
        }),
        Static::Arr(_, element, own) => own.is_empty() && lacks(element, beside),
        Static::Dyn(_) => false,
    }
}

/// The function with other values for what it captured and was given.
fn with_fields(lam: &Lam, mut f: impl FnMut(&VName, &Name, &Static) -> Static) -> Lam {
    let mut made = lam.clone();
    for captured in &mut made.captured {
        let Captured { name, label, value } = captured;
        *value = f(name, label, value);
    }
    for ((label, sv), param) in made.given.iter_mut().zip(&lam.code.fun().params) {
        if let PatKind::Var(v) = &param.pat.kind {
            *sv = f(v, label, sv);
        }
    }
    made
}

impl Pass<'_> {
    /// An element without what stands beside its array; what else stood beside arrays in it goes into their elements.
    pub fn without(&mut self, e: Exp, value: Static, beside: &[Known]) -> Made {
        let span = e.span;
        let simple = |kind: ExpKind, ty| Exp::of(kind, ty, span);
        let is_beside = |name: &VName| beside.iter().any(|one| one.name == *name);
        let mut lets = Vec::new();
        let (made, value) = match &value {
            Static::Lam(lam) if places(lam).any(|(name, ..)| is_beside(name)) => {
                let record = self.named(&mut lets, e, &value);
                let made = with_fields(lam, |name, _, sv| match is_beside(name) && is_large(&sv.rep()) {
                    true => Static::Beside(name.clone()),
                    false => sv.clone(),
                });
                let kept = made.fields().filter(|(_, sv)| !matches!(sv, Static::Beside(_)));
                let kept = kept.map(|(label, sv)| (label.clone(), field(&record, label, sv.rep())));
                let record = simple(ExpKind::Record(kept.collect()), made.rep());
                (record, Static::Lam(Rc::new(made)))
            }
            Static::Rcd(fields) if is_candidate(&value) => {
                let record = match self.is_written(&e) {
                    true => e,
                    false => self.named(&mut lets, e, &value),
                };
                let (mut made, mut known) = (Vec::new(), Vec::new());
                for (label, sv) in fields {
                    let (part, sv) = self.without(field(&record, label, sv.rep()), sv.clone(), beside)?;
                    made.push((label.clone(), part));
                    known.push((label.clone(), sv));
                }
                let value = Static::Rcd(known);
                (simple(ExpKind::Record(made), value.rep()), value)
            }
            Static::Sum(constructors) if is_candidate(&value) => {
                let written = match &e.kind {
                    ExpKind::Constr(name, args) => Some((name.clone(), args.clone())),
                    _ => None,
                };
                match written {
                    Some((name, args)) => {
                        let (mut made, mut known) = (Vec::new(), constructors.clone());
                        for (other, payload) in &mut known {
                            if let Payload::Present(values) = payload
                                && *other == name
                            {
                                for (arg, sv) in args.iter().zip(values) {
                                    let (arg, value) = self.without(arg.clone(), sv.clone(), beside)?;
                                    made.push(arg);
                                    *sv = value;
                                }
                            }
                        }
                        let value = Static::Sum(known);
                        (simple(ExpKind::Constr(name, made), value.rep()), value)
                    }
                    // It is not seen what it captured.
                    None if has_beside(&value) => {
                        self.by_constructor(e, constructors, &mut |pass, arg, sv| {
                            pass.without(arg, sv.clone(), &[])
                        })?
                    }
                    None => (e, value),
                }
            }
            Static::Arr(size, element, own) if !own.is_empty() => {
                let (mut elements, own) = self.taken_apart(&mut lets, e, &value);
                let own: Vec<Known> = own.into_iter().filter(|one| !is_beside(&one.name)).collect();
                let mut known = Static::Arr(size.clone(), element.clone(), Vec::new());
                if !own.is_empty() {
                    (elements, known) = self.mapped(elements, size, element, &mut |pass, x| {
                        pass.put_in(x, element, &own, Rows::Within)
                    })?;
                }
                (elements, known)
            }
            _ => (e, value),
        };
        Ok(self.wrapped(lets, made, value))
    }

    /// An element of an array, with what it leaves out and stands beside that.
    pub fn put_in(&mut self, e: Exp, element: &Static, beside: &[Known], rows: Rows) -> Made {
        if !lacks(element, beside) {
            return Ok((e, element.clone()));
        }
        let span = e.span;
        let simple = |kind: ExpKind, ty| Exp::of(kind, ty, span);
        let mut lets = Vec::new();
        let (made, value) = match element {
            Static::Lam(lam) => {
                let record = self.named(&mut lets, e, element);
                let mut fields = Vec::new();
                let mut refused = None;
                let lam = with_fields(lam, |_, label, sv| {
                    let (exp, value) = match sv {
                        Static::Beside(v) => match beside.iter().find(|one| one.name == *v) {
                            Some(one) => (one.exp.clone(), one.value.clone()),
                            None => return sv.clone(),
                        },
                        sv => {
                            let own = field(&record, label, sv.rep());
                            match self.put_in(own, sv, beside, rows) {
                                Ok(made) => made,
                                Err(why) => {
                                    refused = Some(why);
                                    return sv.clone();
                                }
                            }
                        }
                    };
                    fields.push((label.clone(), exp));
                    value
                });
                if let Some(why) = refused {
                    return Err(why);
                }
                for (label, sv) in lam.fields() {
                    if !matches!(sv, Static::Beside(_)) && fields.iter().all(|(other, _)| other != label) {
                        fields.push((label.clone(), field(&record, label, sv.rep())));
                    }
                }
                (
                    simple(ExpKind::Record(fields), lam.rep()),
                    Static::Lam(Rc::new(lam)),
                )
            }
            Static::Or(leaves) => {
                let (mut pats, mut parts) = (Vec::new(), Vec::new());
                for (k, lam) in leaves.iter().enumerate() {
                    let name = self.name("env");
                    let var = variable(&name, lam.rep(), span);
                    pats.push(case(
                        tag(k, leaves.len()),
                        vec![(name.clone(), lam.rep())],
                        &e.ty,
                        span,
                    ));
                    let (body, value) = self.put_in(var, &Static::Lam(lam.clone()), beside, rows)?;
                    let mut gone = bound_names(&body);
                    gone.push(name);
                    parts.push((body, value, gone));
                }
                let (bodies, value, existential) = self.joined(parts, span)?;
                let kind = ExpKind::Match(Box::new(e), pats.into_iter().zip(bodies).collect());
                let made = Exp {
                    sizes: existential,
                    ..simple(kind, value.rep())
                };
                (made, value)
            }
            Static::Rcd(fields) => {
                let record = self.named(&mut lets, e, element);
                let (mut made, mut known) = (Vec::new(), Vec::new());
                for (label, sv) in fields {
                    let (part, sv) = self.put_in(field(&record, label, sv.rep()), sv, beside, rows)?;
                    made.push((label.clone(), part));
                    known.push((label.clone(), sv));
                }
                let value = Static::Rcd(known);
                (simple(ExpKind::Record(made), value.rep()), value)
            }
            Static::Sum(constructors) => self.by_constructor(e, constructors, &mut |pass, arg, sv| {
                pass.put_in(arg, sv, beside, rows)
            })?,
            Static::Arr(..) if rows == Rows::Beside => {
                let lacking = beside
                    .iter()
                    .filter(|one| lacks(element, std::slice::from_ref(*one)));
                let lacking = lacking.cloned().collect();
                together(e, element.clone(), lacking)
            }
            Static::Arr(size, inner, _) => {
                self.mapped(e, size, inner, &mut |pass, x| pass.put_in(x, inner, beside, rows))?
            }
            Static::Dyn(_) | Static::Beside(_) => (e, element.clone()),
        };
        Ok(self.wrapped(lets, made, value))
    }

    /// A sum whose arguments are changed.
    fn by_constructor(
        &mut self,
        e: Exp,
        constructors: &[(Name, Payload)],
        change: &mut dyn FnMut(&mut Self, Exp, &Static) -> Made,
    ) -> Made {
        let span = e.span;
        let (mut cases, mut known, mut gone) = (Vec::new(), Vec::new(), Vec::new());
        for (name, payload) in constructors {
            let types = payload.rep();
            let args: Vec<(VName, Type)> = types.into_iter().map(|ty| (self.name("x"), ty)).collect();
            let vars = args.iter().map(|(x, ty)| variable(x, ty.clone(), span));
            let (made, payload) = match payload {
                Payload::Absent(types) => (vars.collect(), Payload::Absent(types.clone())),
                Payload::Present(values) => {
                    let (mut made, mut changed) = (Vec::new(), Vec::new());
                    for (var, sv) in vars.collect::<Vec<_>>().into_iter().zip(values) {
                        let (arg, sv) = change(self, var, sv)?;
                        gone.extend(bound_names(&arg));
                        made.push(arg);
                        changed.push(sv);
                    }
                    (made, Payload::Present(changed))
                }
            };
            cases.push((
                case(name.clone(), args, &e.ty, span),
                ExpKind::Constr(name.clone(), made),
            ));
            known.push((name.clone(), payload));
        }
        let (value, sizes) = self.leave(&Static::Sum(known), &mut |_, v| gone.contains(v));
        let ty = value.rep();
        let cases = cases.into_iter().map(|(pat, kind)| {
            let made = Exp::of(kind, ty.clone(), span);
            (pat, made)
        });
        let made = Exp::of(ExpKind::Match(Box::new(e), cases.collect()), ty.clone(), span).making(sizes);
        Ok((made, value))
    }
}
