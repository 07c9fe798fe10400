//! Matches as conditionals: what a pattern asks of a value, and what it names.

use super::sums::{Place, literal};
use super::{Pass, named};
use elder_futhark::check::build::{operation, prim};
use elder_futhark::rules::translation::{FUT_PA_BIND, FUT_PA_MATCH};
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{Exp, ExpKind, Instance, Pat, PatKind, Type, VName};
use elder_syntax::prim::{BinOp, PrimType};
use elder_syntax::{Name, Span};

/// A case of a match, of a value that has a name.
struct Case {
    /// What the value must be; nothing if it is always taken.
    tests: Vec<Exp>,
    /// What the pattern names.
    names: Vec<(VName, Exp)>,
    body: Exp,
}

impl Pass {
    /// FUT-PA-MATCH: a match, of which the value and the bodies are done.
    pub(super) fn matched(&mut self, value: Exp, cases: Vec<(Pat, Exp)>, ty: &Type, span: Span) -> ExpKind {
        FUT_PA_MATCH.apply();
        let (name, place) = self.named(&value, "matched");
        let many = cases.len();
        let mut made = Vec::with_capacity(many);
        for (k, (pat, body)) in cases.into_iter().enumerate() {
            let mut case = Case {
                tests: Vec::new(),
                names: Vec::new(),
                body,
            };
            self.case(&pat, &place, &mut case);
            // What stands behind a case that is always taken is never reached.
            let last = k + 1 == many || case.tests.is_empty();
            if k == 0 && last {
                return Exp::bind(Vec::new(), self.pattern(&pat), value, case.body).kind;
            }
            made.push(case);
            if last {
                break;
            }
        }
        let mut made = made.into_iter().rev();
        let Some(last) = made.next() else {
            self.refuse(span, "a match without cases");
            return ExpKind::Hole;
        };
        let rest = made.fold(last.named(), |rest, case| match conjunction(&case.tests) {
            Some(test) => {
                let kind = ExpKind::If(Box::new(test), Box::new(case.named()), Box::new(rest));
                Exp::of(kind, ty, span)
            }
            None => case.named(),
        });
        match name {
            None => rest.kind,
            Some(name) => bind(Vec::new(), &name, value, rest).kind,
        }
    }

    /// A value as something that can be named more than once, with the name that it needs for that.
    pub(super) fn named(&mut self, value: &Exp, name: &'static str) -> (Option<VName>, Exp) {
        match &value.kind {
            ExpKind::Var(_, instance) if instance.sizes.is_empty() && value.sizes.is_empty() => {
                (None, value.clone())
            }
            _ => {
                let name = self.fresh(name);
                let kind = ExpKind::Var(name.clone(), Instance::default());
                (Some(name), Exp::of(kind, &value.ty, value.span))
            }
        }
    }

    /// What a pattern asks of the value at a place, in the order of the text, and what it names.
    fn case(&mut self, pat: &Pat, place: &Exp, case: &mut Case) {
        deep(|| match &pat.kind {
            PatKind::Wildcard => {}
            PatKind::Var(name) => {
                FUT_PA_BIND.apply();
                case.names.push((name.clone(), place.clone()));
            }
            PatKind::Lit(value) => {
                let value = literal(*value, pat.span);
                case.tests.push(equal(place.clone(), value));
            }
            PatKind::Record(parts) => {
                for (field, part) in parts {
                    let place = self.part(place, field.clone(), part);
                    self.case(part, &place, case);
                }
            }
            PatKind::Constr(name, args) => {
                let Some(found) = self.place(&pat.ty, name, pat.span) else {
                    return;
                };
                if found.of > 1 {
                    let number = literal(found.number, pat.span);
                    let tag = field(place, Place::tag(), number.ty.clone(), pat.span);
                    case.tests.push(equal(tag, number));
                }
                for (k, arg) in args.iter().enumerate() {
                    let place = self.part(place, found.field(k), arg);
                    self.case(arg, &place, case);
                }
            }
        })
    }

    /// The part of a value that a part of its pattern is for.
    fn part(&mut self, place: &Exp, name: Name, part: &Pat) -> Exp {
        field(place, name, self.ty(&part.ty), part.span)
    }
}

impl Case {
    /// FUT-PA-BIND: the body, around it what the pattern names.
    fn named(self) -> Exp {
        let names = self.names.into_iter().rev();
        names.fold(self.body, |body, (name, place)| {
            bind(Vec::new(), &name, place, body)
        })
    }
}

/// `let [sizes] name = bound in body`
pub(super) fn bind(sizes: Vec<VName>, name: &VName, bound: Exp, body: Exp) -> Exp {
    Exp::bind(sizes, named(name, &bound.ty, bound.span), bound, body)
}

/// A field of what stands at a place.
pub(super) fn field(place: &Exp, name: Name, ty: Type, span: Span) -> Exp {
    Exp::of(ExpKind::Field(Box::new(place.clone()), name), &ty, span)
}

/// FUT-E-MATCH: a literal matches what is equal to it, so no NaN.
pub(super) fn equal(a: Exp, literal: Exp) -> Exp {
    let ty = match &literal.kind {
        ExpKind::Lit(value) => value.prim_type(),
        _ => PrimType::Bool,
    };
    operation(BinOp::Eq, ty, a, literal)
}

/// Whether all of these hold, asked in their order; `None` if there are none.
fn conjunction(tests: &[Exp]) -> Option<Exp> {
    let (first, rest) = tests.split_first()?;
    Some(rest.iter().fold(first.clone(), |all, test| {
        let span = all.span.to(test.span);
        Exp::of(
            ExpKind::And(Box::new(all), Box::new(test.clone())),
            prim(PrimType::Bool),
            span,
        )
    }))
}
