//! Combinators of one element.

use crate::core::simplify::engine::Engine;
use crate::core::simplify::table::{Opened, Part};
use elder_core::Dim;
use elder_core::tree::{Atom, Binder, Cut, Exp, Lambda, Pat, Soac, Stm, Type};
use elder_core::{Name, SiteId};

/// CORE-O-SOACONE
pub fn one(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Opened> {
    let at = stm.at;
    let Exp::Soac { width, inputs, soac } = &mut stm.exp else {
        return None;
    };
    if engine.resolved(*width) != Atom::i64(1) {
        return None;
    }
    match &mut **soac {
        Soac::Map { accs, function } => {
            let (own, elements) = function.params.split_at(accs.len());
            let mut parts: Vec<Part> = own
                .iter()
                .zip(accs.iter())
                .map(|(param, acc)| Part::Put(param.name, (*acc).into()))
                .collect();
            parts.extend(first_elements(inputs, elements, at)?);
            let results = applied(function, &mut parts);
            let count = accs.len();
            let values = results.into_iter().zip(&function.results).enumerate();
            let values = values.map(|(number, (result, ty))| match number < count {
                true => Exp::Atom(result),
                false => row(result, ty),
            });
            Some(Opened {
                values: values.collect(),
                witnesses: vec![],
                parts,
            })
        }
        Soac::Redomap { operator, function } => {
            // An array that is combined may be consumed by the operator, which the neutral value must not be.
            let is_scalar = |param: &Binder| matches!(param.ty, Type::Prim(_));
            if !operator.function.params.iter().all(is_scalar) {
                return None;
            }
            let mut parts = first_elements(inputs, &function.params, at)?;
            let mut results = applied(function, &mut parts);
            let count = operator.neutral.len();
            let mapped = results.split_off(count.min(results.len()));
            let operands = operator.neutral.iter().copied().chain(results);
            let params = operator.function.params.iter().map(|param| param.name);
            parts.extend(params.zip(operands).map(|(name, atom)| Part::Put(name, atom)));
            let reduced = applied(&mut operator.function, &mut parts);
            let mapped = mapped.into_iter().zip(&function.results[count..]);
            let rows = mapped.map(|(result, ty)| row(result, ty));
            Some(Opened {
                values: reduced.into_iter().map(Exp::Atom).chain(rows).collect(),
                witnesses: vec![],
                parts,
            })
        }
        Soac::Scanomap { .. }
        | Soac::Filter { .. }
        | Soac::Scatter { .. }
        | Soac::Hist { .. }
        | Soac::StreamPar { .. }
        | Soac::StreamSeq { .. } => None,
    }
}

/// The statements of a function, and what it gives.
fn applied(function: &mut Lambda, parts: &mut Vec<Part>) -> Vec<Atom> {
    let body = std::mem::take(&mut function.body);
    parts.extend(body.stms.into_iter().map(Part::Stm));
    body.results
}

/// The array of one row.
fn row(result: Atom, ty: &Type) -> Exp {
    Exp::Literal {
        row: ty.clone(),
        elements: vec![result],
    }
}

/// Each parameter is the first element of its input.
fn first_elements(inputs: &[Name], params: &[Binder], at: SiteId) -> Option<Vec<Part>> {
    let element = |(array, param): (&Name, &Binder)| {
        let first = Atom::i64(0);
        let exp = match &param.ty {
            Type::Prim(_) => Exp::Index {
                array: *array,
                at: vec![first],
            },
            ty => {
                let whole = |dim: &Dim| match dim {
                    Dim::Is(count) => Some(Cut::Section {
                        start: first,
                        count: *count,
                        stride: Atom::i64(1),
                    }),
                    Dim::Open => None,
                };
                let rest: Option<Vec<Cut>> = ty.dims().iter().map(whole).collect();
                let cuts = std::iter::once(Cut::At(first)).chain(rest?);
                Exp::Slice {
                    array: *array,
                    at: cuts.collect(),
                }
            }
        };
        Some(Part::Stm(Stm {
            pat: Pat {
                sizes: vec![],
                values: vec![param.clone()],
            },
            exp,
            certs: vec![],
            safe: true,
            at,
        }))
    };
    inputs.iter().zip(params).map(element).collect()
}
