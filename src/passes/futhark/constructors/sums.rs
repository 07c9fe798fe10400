//! Sums as records: their types, the values that constructors make, and patterns that every value fits.

use super::natural::of_nothing;
use super::{Pass, named, several};
use elder_futhark::check::build::{prim, tuple, tuple_field};
use elder_futhark::check::substitution::for_each_size;
use elder_futhark::rules::translation::{FUT_PA_BIND, FUT_PA_SUM};
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{Exp, ExpKind, Instance, Pat, PatKind, Size, Type, TypeKind, VName};
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

/// An argument that a constructor has.
struct Given {
    value: Exp,
    /// The type of what shows its sizes.
    numbers: Option<Type>,
    /// The pattern that names the value, with the names of its sizes, and what it names.
    named: Option<(Vec<VName>, Pat, Exp)>,
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
        let mut shown = Vec::new();
        for ty in constructors.iter().flat_map(|(_, types)| types) {
            if several(constructors) {
                fields.push(self.natural(ty));
                shown.extend(self.numbers(ty));
            } else {
                fields.push(self.ty(ty));
            }
        }
        fields.extend(shown);
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
        let (Some(place), TypeKind::Sum(constructors)) = (self.place(sum, name, span), &**sum) else {
            return ExpKind::Hole;
        };
        let record = self.ty(sum);
        let TypeKind::Record(fields) = &*record else {
            return ExpKind::Hole;
        };
        let types: Vec<&Type> = constructors.iter().flat_map(|(_, types)| types).collect();
        let own = place.first - 1..place.first - 1 + args.len();
        let own_types = types.get(own.clone()).unwrap_or_default();
        let mut args = self.given(args, own_types, several(constructors));
        let mut shown = Vec::new();
        for (k, ty) in types.iter().enumerate().filter(|_| several(constructors)) {
            let given = k.checked_sub(own.start).and_then(|k| args.get_mut(k));
            // An argument that is there shows its sizes itself.
            let numbers = given.and_then(|given| given.numbers.take());
            shown.extend(numbers.or_else(|| self.numbers(ty)));
        }
        let mut of_others = true;
        let mut made: Vec<(Name, Exp)> = Vec::with_capacity(fields.len());
        for (k, (field, ty)) in fields.iter().enumerate() {
            if k == 0 {
                made.push((field.clone(), literal(place.number, span)));
            } else if k > types.len() {
                let numbers = shown.get(k - 1 - types.len()).unwrap_or(ty);
                made.push((field.clone(), self.absent(numbers, span)));
            } else if !own.contains(&(k - 1)) {
                if has_accumulator(ty) {
                    let refusal = FUT_PA_SUM.refuse("blank");
                    let message = "there is no blank for an accumulator that this constructor does not have";
                    self.wrong.push(Diagnostic::error(refusal, span, message));
                }
                of_others &= all_constant(ty);
                made.push((field.clone(), self.absent(ty, span)));
            }
        }
        let at = match of_others || own.is_empty() {
            true => place.first,
            false => 1,
        };
        let mut named = Vec::new();
        let mut values = Vec::with_capacity(args.len());
        for (k, given) in args.into_iter().enumerate() {
            values.push((place.field(k), given.value));
            named.extend(given.named);
        }
        made.splice(at..at, values);
        let made = Exp::of(ExpKind::Record(made), &record, span);
        let around = |body, (sizes, pat, bound)| Exp::bind(sizes, pat, bound, body);
        named.into_iter().rev().fold(made, around).kind
    }

    /// Arguments that are there.  Those whose sizes are to be shown have names, with names for the sizes, and so has what stands before such a one.
    fn given(&mut self, args: Vec<Exp>, types: &[&Type], shows: bool) -> Vec<Given> {
        let mut last = 0;
        for (k, ty) in types.iter().enumerate().filter(|_| shows) {
            if self.numbers(ty).is_some_and(|numbers| !all_constant(&numbers)) {
                last = k + 1;
            }
        }
        let mut out = Vec::with_capacity(args.len());
        for (k, (value, ty)) in args.into_iter().zip(types).enumerate() {
            if k >= last {
                out.push(Given {
                    value,
                    numbers: None,
                    named: None,
                });
                continue;
            }
            let (mut sizes, mut all) = (Vec::new(), Vec::new());
            let own = self.argument(ty, &mut |pass, size| {
                let size = match size {
                    Size::Const(_) => size,
                    Size::Var(_) | Size::Exp(_) => {
                        sizes.push(pass.fresh("n"));
                        sizes.last().cloned().map_or(size, Size::Var)
                    }
                };
                all.push(size.clone());
                size
            });
            let name = self.fresh("argument");
            out.push(Given {
                value: variable(&name, &own, value.span),
                numbers: of_nothing(all),
                named: Some((sizes, named(&name, &own, value.span), value)),
            });
        }
        out
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
    Exp::of(ExpKind::Lit(value), prim(value.prim_type()), span)
}

/// A name as an expression.
pub(super) fn variable(name: &VName, ty: &Type, span: Span) -> Exp {
    Exp::of(ExpKind::Var(name.clone(), Instance::default()), ty, span)
}

/// Whether values of the type, but for functions, have sums in them.
pub(super) fn has_sum(ty: &Type) -> bool {
    deep(|| match &**ty {
        TypeKind::Sum(_) => true,
        TypeKind::Arrow(_) | TypeKind::Named(..) => false,
        // A value has what its parts have.
        _ => ty.types().any(has_sum),
    })
}

/// Whether values of the type have accumulators in them.
fn has_accumulator(ty: &Type) -> bool {
    deep(|| match &**ty {
        TypeKind::Named(..) => true,
        TypeKind::Sum(_) | TypeKind::Arrow(_) => false,
        // A value has what its parts have.
        _ => ty.types().any(has_accumulator),
    })
}

/// Whether the sizes of a type are constants, so that none can fail.
fn all_constant(ty: &Type) -> bool {
    let mut all = true;
    for_each_size(ty, &mut |size, _, _| all &= matches!(size, Size::Const(_)));
    all
}
