//! `Or`: what conditionals give that give functions, and the join of static values (slides, function-type conditionals; notes 10.3).
//!
//! Two static values that are not the same are joined: of different functions comes an `Or`, whose residual value is a sum with a constructor for each, and
//! the residual expressions are coerced to it.  An `Or` is the list of its functions, so none is there twice, and a join of joins is no larger than its functions are many.

use super::super::capture::is_shown;
use super::super::types::{field, variable};
use super::super::value::{Lam, Payload, Static, tag};
use super::super::{Pass, Refused, unknown};
use super::beside;
use elder_futhark::check::substitution::{for_each_name, is_order_zero};
use elder_futhark::check::{build, same_size};
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::walk::{self, deep, with_sizes};
use elder_futhark::tree::{Exp, ExpKind, Pat, PatKind, Size, Type, TypeKind, VName};
use elder_syntax::attribute::Attributes;
use elder_syntax::{Name, Span};
use std::rc::Rc;

/// The sizes of a join.
#[derive(Default)]
pub struct Sizes {
    /// Those that two static values do not agree on: each pair has a new name.
    pub pairs: Vec<(Size, Size, VName)>,
    /// FUT-DF-OR-LOOP: names that are not known before the loop.
    pub late: Vec<VName>,
    /// The names that functions of one side only have instead of those.
    pub apart: Vec<VName>,
    /// FUT-DF-BESIDE: sizes that what stands beside an array shows, and what became of them; the functions in that array show no others.
    pub beside: Vec<(Size, Size)>,
}

impl Sizes {
    /// All names that the join has made.
    pub fn made(self) -> impl Iterator<Item = VName> {
        self.pairs.into_iter().map(|(.., name)| name).chain(self.apart)
    }
}

/// Expressions that were coerced to one static value, that, and the sizes in it that only values show.
type Joined = (Vec<Exp>, Static, Vec<VName>);

impl Pass<'_> {
    /// FUT-DF-IF, FUT-DF-IF-OR: the branches of a conditional, or the cases of a match with what their patterns bind.
    pub fn branches(
        &mut self,
        e: &Exp,
        branches: Vec<((Exp, Static), Vec<VName>)>,
    ) -> Result<Joined, Refused> {
        if is_order_zero(&e.ty) {
            let branches = branches.into_iter().map(|((e, _), _)| e).collect();
            return Ok((branches, Static::Dyn(e.ty.clone()), Vec::new()));
        }
        self.by(&rules::FUT_DF_IF_OR);
        let branches = branches.into_iter().map(|((e, value), mut gone)| {
            gone.extend(bound_names(&e));
            (e, value, gone)
        });
        self.joined(branches.collect(), e.span)
    }

    /// Expressions with the names that go out of scope with each.
    pub fn joined(&mut self, parts: Vec<(Exp, Static, Vec<VName>)>, span: Span) -> Result<Joined, Refused> {
        let mut existential = Vec::new();
        let mut made = Vec::with_capacity(parts.len());
        let mut all: Option<Static> = None;
        for (e, value, gone) in parts {
            let (outside, own) = self.leave(&value, &mut |_, v| gone.contains(v));
            existential.extend(own);
            all = Some(match all {
                None => outside,
                Some(all) => self.join(&all, &outside, &mut existential, span)?,
            });
            made.push((e, value));
        }
        let all = all.unwrap_or_else(|| Static::Or(Vec::new()));
        let made: Result<Vec<Exp>, _> = made
            .into_iter()
            .map(|(e, value)| self.coerced(e, &value, &all, &existential))
            .collect();
        Ok((made?, all, existential))
    }

    /// s ⊔ t
    fn join(
        &mut self,
        a: &Static,
        b: &Static,
        existential: &mut Vec<VName>,
        span: Span,
    ) -> Result<Static, Refused> {
        let mut sizes = Sizes::default();
        let value = self.join_values(a, b, &mut sizes, span)?;
        existential.extend(sizes.made());
        Ok(value)
    }

    /// s ⊔ t, with what becomes of sizes.
    pub fn join_values(
        &mut self,
        a: &Static,
        b: &Static,
        sizes: &mut Sizes,
        span: Span,
    ) -> Result<Static, Refused> {
        Ok(match (a, b) {
            (Static::Dyn(a), Static::Dyn(b)) => Static::Dyn(self.join_types(a, b, sizes)),
            (Static::Rcd(xs), Static::Rcd(ys)) => {
                self.by(&rules::FUT_DF_J_RCD);
                let mut made = Vec::with_capacity(xs.len());
                for (label, x) in xs {
                    let y = ys.iter().find(|(other, _)| other == label);
                    let Some((_, y)) = y else {
                        return Err(unknown(span, "records with other fields"));
                    };
                    made.push((label.clone(), self.join_values(x, y, sizes, span)?));
                }
                Static::Rcd(made)
            }
            // FUT-DF-OR-ARRAY
            (Static::Arr(n, x, aside), Static::Arr(m, y, other)) => {
                let size = self.join_sizes(n, m, sizes);
                let (beside, shown) = self.join_beside(aside, other, sizes, span)?;
                let outer = std::mem::replace(&mut sizes.beside, shown);
                let element = self.join_values(x, y, sizes, span);
                sizes.beside = outer;
                Static::Arr(size, Box::new(element?), beside)
            }
            (Static::Beside(v), Static::Beside(w)) if v == w => a.clone(),
            (Static::Sum(xs), Static::Sum(ys)) => {
                let mut made = Vec::with_capacity(xs.len());
                for ((name, x), (_, y)) in xs.iter().zip(ys) {
                    let payload = match (x, y) {
                        (Payload::Present(xs), Payload::Present(ys)) => {
                            let args = xs
                                .iter()
                                .zip(ys)
                                .map(|(x, y)| self.join_values(x, y, sizes, span));
                            Payload::Present(args.collect::<Result<_, _>>()?)
                        }
                        (Payload::Absent(_), Payload::Present(args))
                        | (Payload::Present(args), Payload::Absent(_)) => {
                            Payload::Present(args.iter().map(|arg| self.apart(arg, sizes)).collect())
                        }
                        (absent, _) => absent.clone(),
                    };
                    made.push((name.clone(), payload));
                }
                Static::Sum(made)
            }
            (a, b) => {
                let (Some(mut all), Some(others)) = (leaves(a), leaves(b)) else {
                    return Err(unknown(span, "values of different forms"));
                };
                let mut met = vec![false; all.len()];
                for other in others {
                    let same = |lam: &Rc<Lam>| Static::Lam(lam.clone()).same(&Static::Lam(other.clone()));
                    match all.iter().position(same) {
                        Some(k) => {
                            self.by(&rules::FUT_DF_J_EQ);
                            all[k] = Rc::new(self.join_functions(&all[k].clone(), &other, sizes, span)?);
                            met[k] = true;
                        }
                        None => {
                            self.by(&rules::FUT_DF_J_LAM);
                            all.push(self.function_apart(&other, sizes));
                        }
                    }
                }
                for (lam, _) in all.iter_mut().zip(met).filter(|(_, met)| !met) {
                    *lam = self.function_apart(lam, sizes);
                }
                match (all.len(), a, b) {
                    (1, Static::Lam(_), Static::Lam(_)) => Static::Lam(all.remove(0)),
                    _ => Static::Or(all),
                }
            }
        })
    }

    /// What is there on one side only: no other value says its sizes, so names that are not known around it are its own.
    pub fn apart(&mut self, value: &Static, sizes: &mut Sizes) -> Static {
        let (value, names) = self.leave(value, &mut |_, v| sizes.late.contains(v));
        sizes.apart.extend(names);
        value
    }

    fn function_apart(&mut self, lam: &Rc<Lam>, sizes: &mut Sizes) -> Rc<Lam> {
        let mut made = match self.apart(&Static::Lam(lam.clone()), sizes) {
            Static::Lam(lam) => lam,
            _ => lam.clone(),
        };
        let own = lam.rep();
        for ((_, size), (_, made)) in lam.sizes.iter().zip(&mut Rc::make_mut(&mut made).sizes) {
            let found = sizes.beside.iter().find(|(old, _)| same_size(old, size));
            if let (Some((_, new)), false) = (found, is_shown(&own, size)) {
                *made = new.clone();
            }
        }
        made
    }

    /// Functions that only sizes tell apart.
    fn join_functions(&mut self, a: &Lam, b: &Lam, sizes: &mut Sizes, span: Span) -> Result<Lam, Refused> {
        let mut made = a.clone();
        for (x, y) in made.captured.iter_mut().zip(&b.captured) {
            x.value = self.join_values(&x.value, &y.value, sizes, span)?;
        }
        for (x, y) in made.given.iter_mut().zip(&b.given) {
            x.1 = self.join_values(&x.1, &y.1, sizes, span)?;
        }
        for (x, y) in made.sizes.iter_mut().zip(&b.sizes) {
            x.1 = self.join_sizes(&x.1, &y.1, sizes);
        }
        Ok(made)
    }

    fn join_sizes(&mut self, a: &Size, b: &Size, sizes: &mut Sizes) -> Size {
        if same_size(a, b) {
            return a.clone();
        }
        let found = sizes
            .pairs
            .iter()
            .find(|(x, y, _)| same_size(x, a) && same_size(y, b));
        if let Some((.., name)) = found {
            return Size::Var(name.clone());
        }
        let name = self.name("d");
        sizes.pairs.push((a.clone(), b.clone(), name.clone()));
        Size::Var(name)
    }

    fn join_types(&mut self, a: &Type, b: &Type, sizes: &mut Sizes) -> Type {
        match (&**a, &**b) {
            (TypeKind::Arrow(_), _) => a.clone(),
            // What is no function has its sizes in its value.
            _ => walk::merge(
                a,
                b,
                &mut (self, sizes),
                |(this, sizes), n, m| this.join_sizes(n, m, sizes),
                |(this, sizes), x, y| this.join_types(x, y, sizes),
            ),
        }
    }

    /// The coercion of an expression to a static value that it was joined to.  The sizes of functions that it is not are 0 where they are not known.
    pub fn coerced(
        &mut self,
        e: Exp,
        from: &Static,
        to: &Static,
        existential: &[VName],
    ) -> Result<Exp, Refused> {
        deep(|| self.coerced_here(e, from, to, existential))
    }

    fn coerced_here(
        &mut self,
        e: Exp,
        from: &Static,
        to: &Static,
        existential: &[VName],
    ) -> Result<Exp, Refused> {
        if from.same(to) {
            return Ok(e);
        }
        if let Some(e) = coerced_within(&e, from, to, existential) {
            return Ok(e);
        }
        let span = e.span;
        let simple = |kind: ExpKind, ty: Type| Exp::of(kind, ty, span);
        Ok(match (from, to) {
            (Static::Rcd(xs), Static::Rcd(ys)) => {
                let mut lets = Vec::new();
                // A record that is written there is changed there.
                let written = match &e.kind {
                    ExpKind::Record(fields) if e.sizes.is_empty() => Some(fields.clone()),
                    _ => None,
                };
                let mut made = Vec::with_capacity(xs.len());
                let parts: Vec<(Name, Exp)> = match written {
                    Some(fields) => fields,
                    None => {
                        let record = self.named(&mut lets, e, from);
                        xs.iter()
                            .map(|(label, x)| (label.clone(), field(&record, label, x.rep())))
                            .collect()
                    }
                };
                for (label, part) in parts {
                    let of = |fields: &[(Name, Static)]| {
                        fields
                            .iter()
                            .find(|(other, _)| *other == label)
                            .map(|(_, sv)| sv.clone())
                    };
                    let (Some(x), Some(y)) = (of(xs), of(ys)) else {
                        return Err(unknown(span, "records with other fields"));
                    };
                    made.push((label.clone(), self.coerced(part, &x, &y, existential)?));
                }
                let fields = made
                    .iter()
                    .map(|(label, e)| (label.clone(), e.ty.clone()))
                    .collect();
                let made = simple(ExpKind::Record(made), build::record(fields));
                super::super::apply::around(lets, made)
            }
            (Static::Lam(lam), Static::Or(all)) => injection(e, lam, all, existential),
            (Static::Or(some), Static::Or(all)) => {
                let ty = coerced_type(from, to, existential);
                let mut cases = Vec::with_capacity(some.len());
                for (k, lam) in some.iter().enumerate() {
                    let name = self.name("env");
                    let var = variable(&name, lam.rep(), span);
                    let pat = case(tag(k, some.len()), vec![(name, lam.rep())], &e.ty, span);
                    let body = Exp {
                        ty: ty.clone(),
                        ..injection(var, lam, all, existential)
                    };
                    cases.push((pat, body));
                }
                match some.is_empty() {
                    // It does not come to be.
                    true => Exp { ty, ..e },
                    false => simple(ExpKind::Match(Box::new(e), cases), ty),
                }
            }
            (Static::Sum(xs), Static::Sum(ys)) => {
                let mut cases = Vec::new();
                let ty = coerced_type(from, to, existential);
                for ((name, x), (_, y)) in xs.iter().zip(ys) {
                    let args: Vec<(VName, Type)> =
                        x.rep().into_iter().map(|ty| (self.name("x"), ty)).collect();
                    let mut made = Vec::with_capacity(args.len());
                    match (x, y) {
                        (Payload::Present(xs), Payload::Present(ys)) => {
                            for ((x, y), (name, ty)) in xs.iter().zip(ys).zip(&args) {
                                let var = variable(name, ty.clone(), span);
                                made.push(self.coerced(var, x, y, existential)?);
                            }
                        }
                        (Payload::Absent(_), Payload::Present(_)) if !x.rep().is_empty() => continue,
                        _ => made.extend(args.iter().map(|(name, ty)| variable(name, ty.clone(), span))),
                    }
                    let pat = case(name.clone(), args, &e.ty, span);
                    cases.push((pat, simple(ExpKind::Constr(name.clone(), made), ty.clone())));
                }
                simple(ExpKind::Match(Box::new(e), cases), ty)
            }
            (Static::Arr(size, x, _), Static::Arr(_, y, all)) => {
                let mut lets = Vec::new();
                let (mut elements, beside) = self.taken_apart(&mut lets, e, from);
                if !x.same(y) {
                    let map = &mut |pass: &mut Pass<'_>, element| {
                        Ok((pass.coerced(element, x, y, existential)?, (**y).clone()))
                    };
                    (elements, _) = self.mapped(elements, size, x, map)?;
                }
                let beside = self.coerced_beside(beside, all, existential, span)?;
                super::super::apply::around(lets, beside::together(elements, from.clone(), beside).0)
            }
            _ => return Err(unknown(span, "values of different forms")),
        })
    }
}

/// The functions that a value may be, if it is one.
fn leaves(value: &Static) -> Option<Vec<Rc<Lam>>> {
    match value {
        Static::Lam(lam) => Some(vec![lam.clone()]),
        Static::Or(leaves) => Some(leaves.clone()),
        _ => None,
    }
}

/// The coercion of an expression that is written as it comes to be, in each branch: a constructor gives way to another, and no case tells them apart.
fn coerced_within(e: &Exp, from: &Static, to: &Static, existential: &[VName]) -> Option<Exp> {
    if from.same(to) {
        return Some(e.clone());
    }
    if let (Static::Lam(lam), Static::Or(all)) = (from, to) {
        return Some(injection(e.clone(), lam, all, existential));
    }
    if !e.sizes.is_empty() {
        return None;
    }
    let within = |part: &Exp| deep(|| coerced_within(part, from, to, existential));
    let (kind, ty) = match (&e.kind, from, to) {
        (ExpKind::Constr(name, args), Static::Or(some), Static::Or(all)) => {
            let k = (0..some.len()).find(|k| tag(*k, some.len()) == *name)?;
            return Some(Exp {
                ty: coerced_type(from, to, existential),
                ..injection(args.first()?.clone(), &some[k], all, existential)
            });
        }
        (ExpKind::Record(fields), Static::Rcd(xs), Static::Rcd(ys)) => {
            let of = |label: &Name, known: &[(Name, Static)]| {
                let found = known.iter().find(|(other, _)| other == label);
                found.map(|(_, value)| value.clone())
            };
            let mut made = Vec::with_capacity(fields.len());
            for (label, part) in fields {
                let (x, y) = (of(label, xs)?, of(label, ys)?);
                made.push((label.clone(), deep(|| coerced_within(part, &x, &y, existential))?));
            }
            let types = made.iter().map(|(label, e)| (label.clone(), e.ty.clone()));
            let ty = build::record(types.collect());
            (ExpKind::Record(made), ty)
        }
        (ExpKind::If(condition, yes, no), ..) => {
            let (yes, no) = (within(yes)?, within(no)?);
            let ty = yes.ty.clone();
            let kind = ExpKind::If(condition.clone(), Box::new(yes), Box::new(no));
            (kind, ty)
        }
        (ExpKind::Match(scrutinee, cases), ..) => {
            let mut made = Vec::with_capacity(cases.len());
            for (pat, body) in cases {
                made.push((pat.clone(), within(body)?));
            }
            let ty = made.first()?.1.ty.clone();
            (ExpKind::Match(scrutinee.clone(), made), ty)
        }
        _ => return None,
    };
    Some(Exp::of(kind, ty, e.span))
}

/// A function as one of several.
fn injection(e: Exp, lam: &Rc<Lam>, all: &[Rc<Lam>], existential: &[VName]) -> Exp {
    let same = |other: &Rc<Lam>| Static::Lam(lam.clone()).same(&Static::Lam(other.clone()));
    let k = all.iter().position(same).unwrap_or(0);
    let constructors = all.iter().enumerate().map(|(i, other)| {
        let ty = match i == k {
            true => e.ty.clone(),
            false => with_unknown(&other.rep(), existential),
        };
        (tag(i, all.len()), vec![ty])
    });
    Exp {
        ty: Rc::new(TypeKind::Sum(constructors.collect())),
        span: e.span,
        sizes: Vec::new(),
        kind: ExpKind::Constr(tag(k, all.len()), vec![e]),
        attributes: Attributes::NONE,
    }
}

/// The type of what is coerced to a static value that it was joined to, the same in all cases: sizes are those of the value that is there, where it says them.
fn coerced_type(from: &Static, to: &Static, existential: &[VName]) -> Type {
    if from.same(to) {
        return from.rep();
    }
    let each = |some: &[Rc<Lam>], all: &[Rc<Lam>]| {
        let constructors = all.iter().enumerate().map(|(k, lam)| {
            let same = |own: &&Rc<Lam>| Static::Lam((*own).clone()).same(&Static::Lam(lam.clone()));
            let ty = match some.iter().find(same) {
                Some(own) => own.rep(),
                None => with_unknown(&lam.rep(), existential),
            };
            (tag(k, all.len()), vec![ty])
        });
        Rc::new(TypeKind::Sum(constructors.collect()))
    };
    deep(|| match (from, to) {
        (Static::Lam(lam), Static::Or(all)) => each(std::slice::from_ref(lam), all),
        (Static::Or(some), Static::Or(all)) => each(some, all),
        (Static::Rcd(xs), Static::Rcd(ys)) => {
            let fields = xs.iter().map(|(label, x)| {
                let y = ys.iter().find(|(other, _)| other == label);
                let ty = y.map_or_else(|| x.rep(), |(_, y)| coerced_type(x, y, existential));
                (label.clone(), ty)
            });
            build::record(fields.collect())
        }
        (Static::Arr(size, x, some), Static::Arr(_, y, all)) => {
            let elements = build::array(size.clone(), coerced_type(x, y, existential));
            if all.is_empty() {
                return elements;
            }
            let beside = all.iter().map(|(v, to)| {
                let from = some.iter().find(|(other, _)| other == v);
                from.map_or_else(
                    || with_unknown(&to.rep(), existential),
                    |(_, from)| coerced_type(from, to, existential),
                )
            });
            let types = std::iter::once(elements).chain(beside);
            build::record(beside::labels(all).into_iter().zip(types).collect())
        }
        (Static::Sum(xs), Static::Sum(ys)) => {
            let constructors = xs.iter().zip(ys).map(|((name, x), (_, y))| {
                let types = match (x, y) {
                    (Payload::Present(xs), Payload::Present(ys)) => {
                        let args = xs.iter().zip(ys);
                        args.map(|(x, y)| coerced_type(x, y, existential)).collect()
                    }
                    (Payload::Absent(_), Payload::Present(ys)) => {
                        ys.iter().map(|y| with_unknown(&y.rep(), existential)).collect()
                    }
                    (x, Payload::Absent(_)) => x.rep(),
                };
                (name.clone(), types)
            });
            Rc::new(TypeKind::Sum(constructors.collect()))
        }
        _ => with_unknown(&to.rep(), existential),
    })
}

/// The type where some sizes are not known: nothing of that type is there.
pub fn with_unknown(ty: &Type, existential: &[VName]) -> Type {
    with_sizes(ty, &mut |size| {
        let mut unknown = false;
        for_each_name(size, &mut |v| unknown |= existential.contains(v));
        match unknown {
            true => Size::Const(0),
            false => size.clone(),
        }
    })
}

pub fn case(name: Name, args: Vec<(VName, Type)>, ty: &Type, span: Span) -> Pat {
    let args = args.into_iter().map(|(name, ty)| Pat::var(name, ty, span));
    Pat {
        kind: PatKind::Constr(name, args.collect()),
        ty: ty.clone(),
        span,
    }
}

/// The names that an expression binds and that are not in scope around it.
pub fn bound_names(e: &Exp) -> Vec<VName> {
    fn within(e: &Exp, out: &mut Vec<VName>) {
        out.extend(e.sizes.iter().cloned());
        match &e.kind {
            ExpKind::Let { sizes, pat, .. } => {
                out.extend(sizes.iter().cloned());
                out.extend(pat.names());
            }
            ExpKind::Match(_, cases) => out.extend(cases.iter().flat_map(|(pat, _)| pat.names())),
            ExpKind::Loop(l) => {
                out.extend(l.sizes.iter().cloned());
                out.extend(l.pat.names());
            }
            // What a function binds does not get out of it.
            ExpKind::Lambda(_) => return,
            _ => {}
        }
        deep(|| e.children().into_iter().for_each(|part| within(part, out)));
    }
    let mut out = Vec::new();
    within(e, &mut out);
    out
}
