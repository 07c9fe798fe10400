//! Values across the interface: flat data to inputs and from results, and the sizes that they show (DPIA-E-ENTRY).

use crate::dpia::code::Type;
use crate::dpia::resolve::{too_large, what};
use crate::dpia::value::{INDEX, Layout};
use crate::failure::{Failure, Run};
use elder_dpia::check::Obligation;
use elder_dpia::entry::Component;
use elder_dpia::rules::evaluation as rules;
use elder_dpia::{DataType, Entry, Name, Nat, NatError, PrimType, PrimValue};
use elder_syntax::value::Data;
use elder_syntax::{Span, Value};
use std::rc::Rc;

/// The arguments of a run.
pub struct Arguments {
    /// The value of every size of the entry.
    pub sizes: Vec<(Name, i64)>,
    /// The inputs, in order.
    pub inputs: Vec<Input>,
}

/// The type of an input, and its components with their memory.
pub type Input = (Type<i64>, Vec<(Layout, Data)>);

/// What an entry reads from outside: the type of the elements and the rank of each value, in order.
pub fn parameters(entry: &Entry) -> Vec<(PrimType, usize)> {
    let sizes = entry.given_sizes().len();
    let given = std::iter::repeat_n((PrimType::I64, 0), sizes);
    let parts = entry.inputs.iter().filter_map(|b| b.ty.read());
    let values = parts
        .flat_map(elder_dpia::entry::components)
        .map(|c: Component| (c.element, c.outer_shape().len()));
    given.chain(values).collect()
}

/// DPIA-E-ENTRY: values from outside as the arguments of an entry.
///
/// # Errors
/// When their number, types or sizes do not fit.
pub fn arguments(entry: &Entry, values: Vec<Value>) -> Run<Arguments> {
    rules::DPIA_E_ENTRY.apply();
    let span = entry.body.span;
    let wanted = parameters(entry);
    if wanted.len() != values.len() {
        return Err(Failure::arguments(
            &rules::DPIA_E_ENTRY,
            "argument",
            span,
            format!(
                "`{}` takes {} values, {} were given",
                entry.name,
                wanted.len(),
                values.len()
            ),
        ));
    }
    for (k, ((t, rank), value)) in wanted.iter().zip(&values).enumerate() {
        if value.prim_type() != *t || value.rank() != *rank {
            let expected = format!("{}{t}", "[]".repeat(*rank));
            let message = format!(
                "argument {} of `{}` is of type {}, not {expected}",
                k + 1,
                entry.name,
                value.type_string()
            );
            return Err(Failure::arguments(
                &rules::DPIA_E_ENTRY,
                "argument",
                span,
                message,
            ));
        }
    }
    let mut sizes: Vec<(Name, i64)> = Vec::new();
    let mut values = values.into_iter();
    for name in entry.given_sizes() {
        match values.next().as_ref().and_then(Value::as_scalar) {
            Some(PrimValue::I64(n)) if n >= 0 => sizes.push((name, n)),
            _ => {
                return Err(Failure::arguments(
                    &rules::DPIA_E_ENTRY,
                    "agree",
                    span,
                    format!("the size `{name}` is negative"),
                ));
            }
        }
    }
    bound(entry, sizes, values.collect())
}

/// The same with all sizes of the entry, in their order: then values show none.
///
/// # Errors
/// As for [`arguments`].
pub fn arguments_at(entry: &Entry, sizes: &[i64], values: Vec<Value>) -> Run<Arguments> {
    rules::DPIA_E_ENTRY.apply();
    let fits = |(wanted, value): (&(PrimType, usize), &Value)| (value.prim_type(), value.rank()) == *wanted;
    let parameters = parameters(entry);
    let wanted = parameters.get(entry.given_sizes().len()..).unwrap_or_default();
    let same = (sizes.len(), values.len()) == (entry.sizes.len(), wanted.len());
    if !same || !wanted.iter().zip(&values).all(fits) || sizes.iter().any(|n| *n < 0) {
        let message = format!("`{}` is given sizes and values that it does not take", entry.name);
        let span = entry.body.span;
        return Err(Failure::arguments(
            &rules::DPIA_E_ENTRY,
            "argument",
            span,
            message,
        ));
    }
    let sizes = entry.sizes.iter().cloned().zip(sizes.iter().copied());
    bound(entry, sizes.collect(), values)
}

/// Values of the right types as the arguments of an entry of which these sizes are known.
fn bound(entry: &Entry, mut sizes: Vec<(Name, i64)>, values: Vec<Value>) -> Run<Arguments> {
    let span = entry.body.span;
    let shown: Vec<usize> = values.iter().flat_map(|v| v.shape().to_vec()).collect();
    find_sizes(entry, &shown, &mut sizes, span)?;
    let mut values = values.into_iter();
    let mut inputs = Vec::new();
    for binder in &entry.inputs {
        let Some(data) = binder.ty.read() else {
            return Err(Failure::internal(span, "an input that has no value"));
        };
        let ty = concrete(data, &sizes, span)?;
        let mut parts = Vec::new();
        for (component, layout) in elder_dpia::entry::components(data).iter().zip(ty.layout()) {
            let Some(value) = values.next() else {
                return Err(Failure::internal(span, "too few values"));
            };
            let (_, data) = value.into_parts();
            check_indexes(component, &data, &sizes, binder.name.text(), span)?;
            parts.push((layout, data));
        }
        inputs.push((ty, parts));
    }
    Ok(Arguments { sizes, inputs })
}

/// Inputs that are indexes are in bounds.
fn check_indexes(
    component: &Component,
    data: &Data,
    sizes: &[(Name, i64)],
    input: &str,
    span: Span,
) -> Run<()> {
    let Some(n) = &component.index_of else {
        return Ok(());
    };
    let n = evaluate(n, sizes, span)?;
    let Data::I32(indexes) = data else {
        return Ok(());
    };
    match indexes.iter().find(|i| i64::from(**i) < 0 || i64::from(**i) >= n) {
        None => Ok(()),
        Some(i) => Err(Failure::arguments(
            &rules::DPIA_E_ENTRY,
            "agree",
            span,
            format!("the index {i} in `{input}` is out of bounds of {n} elements"),
        )),
    }
}

/// The sizes that the dimensions of the inputs determine, and whether all dimensions agree.
fn find_sizes(entry: &Entry, shown: &[usize], sizes: &mut Vec<(Name, i64)>, span: Span) -> Run<()> {
    let dimensions = entry.dimensions();
    let actual: Vec<i64> = shown
        .iter()
        .map(|n| i64::try_from(*n).unwrap_or(i64::MAX))
        .collect();
    loop {
        let before = sizes.len();
        for (dimension, n) in dimensions.iter().zip(&actual) {
            let unknown: Vec<Name> = dimension
                .variables()
                .into_iter()
                .filter(|x| sizes.iter().all(|(y, _)| x != y))
                .collect();
            let [x] = unknown.as_slice() else { continue };
            let Some(solution) = dimension.solve_for(x, &Nat::lit(*n)) else {
                continue;
            };
            let value = solution.evaluate(&|y| lookup(sizes, y));
            match value {
                Ok(value) => sizes.push((x.clone(), value)),
                // 0·x = 0 says nothing of x.
                Err(NatError::DivisionByZero) => {}
                Err(error) => {
                    let message = format!("no size `{x}` makes `{dimension}` equal to {n}: {}", what(&error));
                    return Err(Failure::arguments(&rules::DPIA_E_ENTRY, "agree", span, message));
                }
            }
        }
        if sizes.len() == before {
            break;
        }
    }
    for x in &entry.sizes {
        if lookup(sizes, x).is_none() {
            // Only dimensions of an empty array mention it.
            sizes.push((x.clone(), 0));
        }
    }
    for (dimension, n) in dimensions.iter().zip(&actual) {
        let expected = exactly(dimension, sizes, span)?;
        if expected != i128::from(*n) {
            let known: Vec<String> = dimension
                .variables()
                .iter()
                .filter_map(|x| lookup(sizes, x).map(|value| format!("{x} = {value}")))
                .collect();
            let message = match known.is_empty() {
                true => format!(
                    "an input of `{}` has size {n} where {dimension} is needed",
                    entry.name
                ),
                false => format!(
                    "an input of `{}` has size {n} where {dimension} = {expected} is needed, with {}",
                    entry.name,
                    known.join(", ")
                ),
            };
            return Err(Failure::arguments(&rules::DPIA_E_ENTRY, "agree", span, message));
        }
    }
    Ok(())
}

fn lookup(sizes: &[(Name, i64)], x: &Name) -> Option<i64> {
    sizes.iter().find(|(y, _)| x == y).map(|(_, n)| *n)
}

/// The value of a nat.
pub(crate) fn evaluate(nat: &Nat, sizes: &[(Name, i64)], span: Span) -> Run<i64> {
    valued(nat.evaluate(&|x| lookup(sizes, x)), nat, span)
}

/// As [`evaluate`], of a number that may be larger than an array is long, or below zero.
fn exactly(nat: &Nat, sizes: &[(Name, i64)], span: Span) -> Run<i128> {
    valued(nat.evaluate_exactly(&|x| lookup(sizes, x)), nat, span)
}

fn valued<T>(value: Result<T, NatError>, nat: &Nat, span: Span) -> Run<T> {
    value.map_err(|error| match error {
        NatError::Overflow => too_large(span),
        error => {
            let message = format!("the size `{nat}` has no value: {}", what(&error));
            Failure::arguments(&rules::DPIA_E_ENTRY, "obligation", span, message)
        }
    })
}

/// Whether what the checker could not decide holds for these sizes.
///
/// # Errors
/// The rule that asks for it refuses.
pub(super) fn test(obligation: &Obligation, sizes: &[(Name, i64)]) -> Run<()> {
    obligation.test(&|x| lookup(sizes, x)).map_err(|why| {
        let mut failure = Failure::arguments(&rules::DPIA_E_ENTRY, "obligation", why.span, why.message);
        failure.refusal = why.refusal;
        failure.notes = why.notes;
        failure
    })
}

/// A data type with its sizes.
pub(super) fn concrete(data: &DataType, sizes: &[(Name, i64)], span: Span) -> Run<Type<i64>> {
    Ok(match data {
        DataType::Num(t) => Type::Num(*t),
        DataType::Vector(w, t) => Type::Vector(*w, *t),
        DataType::Index(n) => Type::Index(evaluate(n, sizes, span)?),
        DataType::Array(n, d) => Type::Array(evaluate(n, sizes, span)?, Rc::new(concrete(d, sizes, span)?)),
        DataType::Pair(a, b) => Type::Pair(
            Rc::new(concrete(a, sizes, span)?),
            Rc::new(concrete(b, sizes, span)?),
        ),
        DataType::Var(x) => {
            return Err(Failure::internal(
                span,
                format!("the data type `{x}` is not known"),
            ));
        }
    })
}

/// A component as data for outside.
pub(super) fn outside(layout: &Layout, data: Data) -> Option<Value> {
    debug_assert_eq!(INDEX, PrimType::I32);
    let shape: Option<Vec<usize>> = layout
        .shape
        .iter()
        .copied()
        .chain(layout.width.map(i64::from))
        .map(|n| usize::try_from(n).ok())
        .collect();
    Value::new(shape?, data)
}
