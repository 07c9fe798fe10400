//! Less input: shorter arrays, smaller numbers.

use crate::{Case, Edit, Size};
use elder_syntax::prim::PrimValue;
use elder_syntax::value::{Data, Element};
use elder_syntax::{Value, with_data};

/// How large values are: one for each and for each of their elements, and how far these are from 0.
pub fn size(values: &[Value]) -> Size {
    let elements = values.iter().map(|value| value.data().len());
    let detail = values.iter().map(|value| {
        let all = 0..value.data().len();
        all.filter_map(|k| value.data().get(k))
            .map(magnitude)
            .sum::<usize>()
    });
    Size {
        nodes: values.len() + elements.sum::<usize>(),
        detail: detail.sum(),
    }
}

/// How far a number is from 0: its bits, and one for a sign or a fraction.
pub fn magnitude(number: PrimValue) -> usize {
    let bits = |n: u64| (64 - n.leading_zeros()) as usize;
    let signed = |n: i64| bits(n.unsigned_abs()) + usize::from(n < 0);
    let float = |x: f64| match x {
        x if !x.is_finite() => 70,
        x => bits(x.abs() as u64) + usize::from(x.is_sign_negative()) + 2 * usize::from(x.fract() != 0.0),
    };
    match number {
        PrimValue::Bool(x) => usize::from(x),
        PrimValue::I8(x) => signed(i64::from(x)),
        PrimValue::I16(x) => signed(i64::from(x)),
        PrimValue::I32(x) => signed(i64::from(x)),
        PrimValue::I64(x) => signed(x),
        PrimValue::U8(x) => bits(u64::from(x)),
        PrimValue::U16(x) => bits(u64::from(x)),
        PrimValue::U32(x) => bits(u64::from(x)),
        PrimValue::U64(x) => bits(x),
        PrimValue::F16(x) => float(x.to_f64()),
        PrimValue::F32(x) => float(f64::from(x)),
        PrimValue::F64(x) => float(x),
    }
}

/// A number nearer to 0, of the same type: 0 itself, 1, or half of it.
pub fn smaller(number: PrimValue) -> Vec<PrimValue> {
    fn of<E: Element>(candidates: [Option<E>; 3]) -> Vec<PrimValue> {
        candidates.into_iter().flatten().map(Element::prim).collect()
    }
    macro_rules! integer {
        ($x:expr, $t:ty) => {
            of::<$t>([Some(0), Some(1), Some($x / 2)])
        };
    }
    let float = |x: f64| [Some(0.0), Some(1.0), x.is_finite().then(|| (x / 2.0).trunc())];
    let all = match number {
        PrimValue::Bool(_) => of([Some(false), None, None]),
        PrimValue::I8(x) => integer!(x, i8),
        PrimValue::I16(x) => integer!(x, i16),
        PrimValue::I32(x) => integer!(x, i32),
        PrimValue::I64(x) => integer!(x, i64),
        PrimValue::U8(x) => integer!(x, u8),
        PrimValue::U16(x) => integer!(x, u16),
        PrimValue::U32(x) => integer!(x, u32),
        PrimValue::U64(x) => integer!(x, u64),
        PrimValue::F16(x) => of(float(x.to_f64()).map(|x| x.map(half::f16::from_f64))),
        PrimValue::F32(x) => of(float(f64::from(x)).map(|x| x.map(|x| x as f32))),
        PrimValue::F64(x) => of(float(x)),
    };
    let least = magnitude(number);
    all.into_iter().filter(|x| magnitude(*x) < least).collect()
}

/// The ways to make what is read smaller and leave the program as it is.
pub fn edits<P: Clone>(case: &Case<P>) -> Vec<Edit<'_, P>> {
    let mut edits = Vec::new();
    let mut sizes: Vec<usize> = case
        .inputs
        .iter()
        .flat_map(|v| v.shape().iter().copied())
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    // Dimensions of one size are likely to be the same to the program, and a number that is as large to be their size.
    for size in sizes.into_iter().filter(|size| *size > 0) {
        for (at, count) in pieces(size) {
            edits.push(whole(case, count, move |inputs| {
                inputs
                    .iter()
                    .map(|value| without(value, size, at, count))
                    .collect()
            }));
        }
    }
    for (k, value) in case.inputs.iter().enumerate() {
        for (dimension, size) in value.shape().iter().enumerate() {
            for (at, count) in pieces(*size) {
                edits.push(one(case, k, count, move |value| {
                    Some(cut(value, dimension, at, count))
                }));
            }
        }
        edits.push(one(case, k, 0, |value| {
            element(value, None, |number| Some(zero(number)))
        }));
        for place in 0..value.data().len().min(MANY) {
            let choices = value.data().get(place).map_or(0, |number| smaller(number).len());
            for choice in 0..choices {
                edits.push(one(case, k, 0, move |value| {
                    element(value, Some(place), |number| smaller(number).get(choice).copied())
                }));
            }
        }
    }
    edits
}

/// More elements are not made smaller one by one.
const MANY: usize = 64;

/// Parts of so many rows that may be left out: all, halves, quarters, down to single ones.
pub fn pieces(size: usize) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut count = size;
    while count > 0 {
        // Of many single rows only some are tried.
        let places = (0..size).step_by(count).take(MANY);
        out.extend(places.map(|at| (at, count.min(size - at))));
        count /= 2;
    }
    out
}

fn whole<P: Clone>(
    case: &Case<P>,
    removes: usize,
    change: impl Fn(&[Value]) -> Option<Vec<Value>> + 'static,
) -> Edit<'_, P> {
    Edit::new(removes, move || {
        Some(Case {
            program: case.program.clone(),
            inputs: change(&case.inputs)?,
        })
    })
}

fn one<P: Clone>(
    case: &Case<P>,
    k: usize,
    removes: usize,
    change: impl Fn(&Value) -> Option<Value> + 'static,
) -> Edit<'_, P> {
    whole(case, removes, move |inputs| {
        let mut inputs = inputs.to_vec();
        let changed = change(inputs.get(k)?)?;
        inputs[k] = changed;
        Some(inputs)
    })
}

fn zero(number: PrimValue) -> PrimValue {
    smaller(number).first().copied().unwrap_or(number)
}

/// Without these rows of every dimension of that size; a number that is the size becomes what is left of it.
fn without(value: &Value, size: usize, at: usize, count: usize) -> Option<Value> {
    if let Some(number) = value.as_scalar() {
        let left = (size - count) as i64;
        return Some(match number {
            PrimValue::I64(n) if n == size as i64 => Value::scalar(PrimValue::I64(left)),
            PrimValue::I32(n) if i64::from(n) == size as i64 => Value::scalar(PrimValue::I32(left as i32)),
            _ => value.clone(),
        });
    }
    let dimensions = (0..value.rank()).filter(|k| value.shape()[*k] == size);
    Some(dimensions.fold(value.clone(), |value, k| cut(&value, k, at, count)))
}

/// Without these rows of a dimension.
fn cut(value: &Value, dimension: usize, at: usize, count: usize) -> Value {
    fn kept<E: Element>(all: &[E], inner: usize, size: usize, out: std::ops::Range<usize>) -> Data {
        let rows = all.chunks(inner.max(1)).enumerate();
        let kept = rows.filter(|(k, _)| !out.contains(&(k % size.max(1))));
        E::wrap(kept.flat_map(|(_, row)| row.iter().copied()).collect())
    }
    let mut shape = value.shape().to_vec();
    let (Some(size), inner) = (
        shape.get(dimension).copied(),
        shape.iter().skip(dimension + 1).product(),
    ) else {
        return value.clone();
    };
    shape[dimension] = size - count.min(size);
    let data = with_data!(value.data(), elements => kept(elements, inner, size, at..at + count));
    Value::new(shape, data).unwrap_or_else(|| value.clone())
}

/// With another element at that place, or at all of them.
fn element(
    value: &Value,
    place: Option<usize>,
    change: impl Fn(PrimValue) -> Option<PrimValue>,
) -> Option<Value> {
    fn changed<E: Element>(
        own: &[E],
        place: Option<usize>,
        change: impl Fn(PrimValue) -> Option<PrimValue>,
    ) -> Option<Data> {
        let mut elements = own.to_vec();
        for (_, element) in elements
            .iter_mut()
            .enumerate()
            .filter(|(k, _)| place.is_none_or(|place| place == *k))
        {
            let scalar = Value::scalar(change(element.prim())?);
            *element = *E::slice(scalar.data())?.first()?;
        }
        Some(E::wrap(elements))
    }
    let data = with_data!(value.data(), own => changed(own, place, change))?;
    Value::new(value.shape().to_vec(), data)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What edits make of these inputs.
    fn made(inputs: Vec<Value>) -> Vec<String> {
        let case = Case { program: (), inputs };
        let shown = |case: Case<()>| {
            case.inputs
                .iter()
                .map(Value::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        edits(&case)
            .iter()
            .filter_map(|edit| (edit.make)())
            .map(shown)
            .collect()
    }

    #[test]
    fn rows_of_one_size_go_together_and_one_by_one() {
        let matrix = Value::new(vec![2, 3], Data::I32(vec![1, 2, 3, 4, 5, 6])).unwrap();
        let made = made(vec![
            Value::scalar(PrimValue::I64(3)),
            matrix,
            Value::vector(vec![7u8, 8, 9]),
        ]);
        let has = |text: &str| {
            assert!(
                made.iter().any(|own| own == text),
                "{text} is not among {made:#?}"
            )
        };
        has("2i64 [[2i32, 3i32], [5i32, 6i32]] [8u8, 9u8]");
        has("3i64 [[4i32, 5i32, 6i32]] [7u8, 8u8, 9u8]");
        has("3i64 [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [8u8, 9u8]");
        has("1i64 [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [7u8, 8u8, 9u8]");
        has("3i64 [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [0u8, 0u8, 0u8]");
    }

    #[test]
    fn numbers_come_nearer_to_zero() {
        assert_eq!(
            smaller(PrimValue::I32(-6)),
            [PrimValue::I32(0), PrimValue::I32(1), PrimValue::I32(-3)]
        );
        assert!(smaller(PrimValue::F64(0.0)).is_empty());
        assert_eq!(smaller(PrimValue::F64(f64::NAN)).len(), 2);
        assert!(size(&[Value::vector(vec![0.5f32])]) > size(&[Value::vector(vec![0.0f32])]));
    }

    #[test]
    fn pieces_are_halves_down_to_rows() {
        assert_eq!(pieces(3), [(0, 3), (0, 1), (1, 1), (2, 1)]);
        assert!(pieces(0).is_empty());
        let covered: usize = pieces(8)
            .iter()
            .filter(|(_, count)| *count == 2)
            .map(|(_, count)| count)
            .sum();
        assert_eq!(covered, 8);
    }
}
