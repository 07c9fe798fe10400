//! Sums as records: their types, the values that constructors make, and patterns that every value fits.

use super::Pass;
use elder_futhark::check::build::{prim, tuple, tuple_field};
use elder_futhark::check::substitution::for_each_size;
use elder_futhark::check::traverse::deep;
use elder_futhark::rules::translation::{FUT_PA_BIND, FUT_PA_SUM};
use elder_futhark::tree::{Attribute, Exp, ExpKind, Instance, Pat, PatKind, Size, Type, TypeKind, VName};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Diagnostic, Name, Span};

/// A constructor of a sum, in the record.
pub(super) struct Place {
    /// The number of the constructor.
    pub number: PrimValue,
    /// How many constructors there are.
    pub of: usize,
    /// The field of its first argument.
    pub first: usize,
}

impl Place {
    /// The field of the constructor's number.
    pub fn tag() -> Name {
        tuple_field(0)
    }

    /// The field of an argument.
    pub fn field(&self, argument: usize) -> Name {
        tuple_field(self.first + argument)
    }
}

/// The type of a constructor's number: a byte, unless there are more constructors than bytes.
fn numbers(constructors: usize) -> PrimType {
    match constructors {
        0..=256 => PrimType::U8,
        _ => PrimType::I64,
    }
}

fn number(constructors: usize, k: usize) -> PrimValue {
    match numbers(constructors) {
        PrimType::U8 => PrimValue::U8(k as u8),
        _ => PrimValue::I64(k as i64),
    }
}

impl Pass {
    /// FUT-PA-SUM: the type of the record that a sum is.
    pub(super) fn record(&mut self, constructors: &[(Name, Vec<Type>)]) -> Type {
        FUT_PA_SUM.apply();
        let mut fields = vec![prim(numbers(constructors.len()))];
        for ty in constructors.iter().flat_map(|(_, types)| types) {
            let ty = self.ty(ty);
            fields.push(match constructors.len() {
                1 => ty,
                _ => self.natural(&ty),
            });
        }
        tuple(fields)
    }

    /// Where a constructor of a sum is in its record.
    pub(super) fn place(&mut self, sum: &Type, name: &Name, span: Span) -> Option<Place> {
        let TypeKind::Sum(constructors) = &**sum else {
            self.refuse(span, "a constructor of something that is no sum");
            return None;
        };
        let Some(k) = constructors.iter().position(|(own, _)| own == name) else {
            self.refuse(span, "a constructor that its type does not have");
            return None;
        };
        let before = constructors.iter().take(k).map(|(_, types)| types.len());
        Some(Place {
            number: number(constructors.len(), k),
            of: constructors.len(),
            first: 1 + before.sum::<usize>(),
        })
    }

    /// FUT-PA-SUM: `#name args` of the type of a sum.
    ///
    /// The arguments are evaluated before the sizes of blanks, as FUT-E-CONSTR has it: those stand behind them unless they are known.
    pub(super) fn constructor(&mut self, name: &Name, args: Vec<Exp>, sum: &Type, span: Span) -> ExpKind {
        let Some(place) = self.place(sum, name, span) else {
            return ExpKind::Hole;
        };
        let record = self.ty(sum);
        let TypeKind::Record(fields) = &*record else {
            return ExpKind::Hole;
        };
        let mut of_others = true;
        let mut made: Vec<(Name, Exp)> = Vec::with_capacity(fields.len());
        let given = place.first..place.first + args.len();
        for (k, (field, ty)) in fields.iter().enumerate() {
            if k == 0 {
                made.push((field.clone(), literal(place.number, span)));
            } else if !given.contains(&k) {
                if has_accumulator(ty) {
                    let refusal = FUT_PA_SUM.refuse("blank");
                    let message = "there is no blank for an accumulator that this constructor does not have";
                    self.wrong.push(Diagnostic::error(refusal, span, message));
                }
                of_others &= all_constant(ty);
                made.push((field.clone(), blank(ty, span)));
            }
        }
        let at = match of_others || given.is_empty() {
            true => place.first,
            false => 1,
        };
        let args = args.into_iter().enumerate();
        made.splice(at..at, args.map(|(k, arg)| (place.field(k), arg)));
        ExpKind::Record(made)
    }

    /// FUT-PA-BIND: a pattern that every value fits, of the record.
    pub(super) fn pattern(&mut self, pat: &Pat) -> Pat {
        let ty = self.ty(&pat.ty);
        let kind = match &pat.kind {
            // What is left to test in a pattern that every value fits holds.
            PatKind::Wildcard | PatKind::Lit(_) => PatKind::Wildcard,
            PatKind::Var(name) => PatKind::Var(name.clone()),
            PatKind::Record(parts) => {
                let parts = parts.iter();
                PatKind::Record(parts.map(|(f, part)| (f.clone(), self.pattern(part))).collect())
            }
            PatKind::Constr(name, parts) => self.parts(name, parts, pat, &ty),
        };
        Pat {
            kind,
            ty,
            span: pat.span,
        }
    }

    /// The parts of the record that the arguments of a constructor are.
    fn parts(&mut self, name: &Name, args: &[Pat], pat: &Pat, record: &Type) -> PatKind {
        FUT_PA_BIND.apply();
        let (Some(place), TypeKind::Record(fields)) = (self.place(&pat.ty, name, pat.span), &**record) else {
            return PatKind::Wildcard;
        };
        let mut parts = Vec::with_capacity(fields.len());
        for (k, (field, ty)) in fields.iter().enumerate() {
            let arg = k.checked_sub(place.first).and_then(|k| args.get(k));
            let part = match arg {
                Some(arg) => self.pattern(arg),
                None => Pat {
                    kind: PatKind::Wildcard,
                    ty: ty.clone(),
                    span: pat.span,
                },
            };
            parts.push((field.clone(), part));
        }
        PatKind::Record(parts)
    }
}

/// A value of a primitive type.
pub(super) fn literal(value: PrimValue, span: Span) -> Exp {
    Exp::of(ExpKind::Lit(value), &prim(value.prim_type()), span)
}

/// A name as an expression.
pub(super) fn variable(name: &VName, ty: &Type, span: Span) -> Exp {
    Exp::of(ExpKind::Var(name.clone(), Instance::default()), ty, span)
}

/// What stands for an argument that is absent: zeros of its type (FUT-E-ATTR).
fn blank(ty: &Type, span: Span) -> Exp {
    let hole = Exp::of(ExpKind::Hole, ty, span);
    Exp::of(ExpKind::Attr(Attribute::Blank, Box::new(hole)), ty, span)
}

/// Whether values of the type, but for functions, have sums in them.
pub(super) fn has_sum(ty: &Type) -> bool {
    deep(|| match &**ty {
        TypeKind::Sum(_) => true,
        TypeKind::Array(_, element) => has_sum(element),
        TypeKind::Record(fields) => fields.iter().any(|(_, ty)| has_sum(ty)),
        TypeKind::Prim(_) | TypeKind::Arrow(_) | TypeKind::Var(_) | TypeKind::Named(..) => false,
    })
}

/// Whether values of the type have accumulators in them.
fn has_accumulator(ty: &Type) -> bool {
    deep(|| match &**ty {
        TypeKind::Named(..) => true,
        TypeKind::Array(_, element) => has_accumulator(element),
        TypeKind::Record(fields) => fields.iter().any(|(_, ty)| has_accumulator(ty)),
        TypeKind::Prim(_) | TypeKind::Sum(_) | TypeKind::Arrow(_) | TypeKind::Var(_) => false,
    })
}

/// Whether the sizes of a type are constants, so that none can fail.
fn all_constant(ty: &Type) -> bool {
    let mut all = true;
    for_each_size(ty, &mut |size, _, _| all &= matches!(size, Size::Const(_)));
    all
}
