//! Whether two values agree.
//!
//! Two runs of one definition must agree bit for bit.  Expected values that others
//! wrote down were rounded by their compilers, so there the tolerance of their runner applies.

use super::{Data, Element, Value};
use crate::prim::PrimValue;
use crate::prim::real::half;
use half::f16;

/// When two floats agree.  `NaN` agrees with `NaN` always; integers and booleans only if equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// Same bits, or both `NaN`.
    Bitwise,
    /// So many units in the last place from each other at most: that many floats of the type, which are in an order, infinities next to the largest
    /// numbers and the two zeros next to each other.
    Units(u32),
    /// As Futhark's runner has it (futhark-data, `Futhark.Data.Compare`): with a tolerance t, the difference is at most t, or t times the
    /// largest finite number of the expected value, if that is more.
    Futhark(f64),
}

impl Tolerance {
    /// What applies to expected outputs that other people wrote.
    pub const FOREIGN: Tolerance = Tolerance::Futhark(0.002);

    /// The largest difference that an element may have, if the elements are rounded so; nothing where bits are compared.
    fn difference<E: Element>(
        self,
        expected: &[E],
        wide: fn(E) -> f64,
        round: fn(f64) -> f64,
    ) -> Option<f64> {
        let Tolerance::Futhark(t) = self else {
            return None;
        };
        let t = round(t);
        let finite = expected.iter().map(|x| wide(*x)).filter(|x| x.is_finite());
        Some(finite.fold(t, |most, x| most.max(round(t * x))))
    }
}

/// The first place where two values differ.
#[derive(Clone, Debug)]
pub enum Difference {
    /// The types or the shapes differ: both as text.
    Type {
        /// Type of the value found.
        actual: String,
        /// Type of the value expected.
        expected: String,
    },
    /// An element differs.
    Element {
        /// Its index, one number a dimension; empty for scalars.
        index: Vec<usize>,
        /// The element found.
        actual: PrimValue,
        /// The element expected.
        expected: PrimValue,
        /// How many elements differ in all.
        count: usize,
    },
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Difference::Type { actual, expected } => {
                write!(f, "type {actual}, expected type {expected}")
            }
            Difference::Element {
                index,
                actual,
                expected,
                count,
            } => {
                if !index.is_empty() {
                    let index: Vec<String> = index.iter().map(|i| i.to_string()).collect();
                    write!(f, "at index [{}] ", index.join("]["))?;
                }
                let (actual, expected) = (Value::scalar(*actual), Value::scalar(*expected));
                write!(f, "{actual}, expected {expected}")?;
                if *count > 1 {
                    write!(f, " ({count} elements differ)")?;
                }
                Ok(())
            }
        }
    }
}

/// The first difference of `actual` from `expected`, `None` if they agree.
pub fn difference(actual: &Value, expected: &Value, tolerance: Tolerance) -> Option<Difference> {
    if actual.shape != expected.shape || actual.prim_type() != expected.prim_type() {
        return Some(Difference::Type {
            actual: actual.type_string(),
            expected: expected.type_string(),
        });
    }
    use Data::*;
    let (at, count) = match (&actual.data, &expected.data) {
        (Bool(a), Bool(b)) => exact(a, b),
        (I8(a), I8(b)) => exact(a, b),
        (I16(a), I16(b)) => exact(a, b),
        (I32(a), I32(b)) => exact(a, b),
        (I64(a), I64(b)) => exact(a, b),
        (U8(a), U8(b)) => exact(a, b),
        (U16(a), U16(b)) => exact(a, b),
        (U32(a), U32(b)) => exact(a, b),
        (U64(a), U64(b)) => exact(a, b),
        (F16(a), F16(b)) => floats(a, b, f16::to_f64, |x| half(x).to_f64(), tolerance),
        (F32(a), F32(b)) => floats(a, b, f64::from, |x| f64::from(x as f32), tolerance),
        (F64(a), F64(b)) => floats(a, b, |x| x, |x| x, tolerance),
        _ => None,
    }?;
    Some(Difference::Element {
        index: unflatten(at, &actual.shape),
        actual: actual.data.get(at)?,
        expected: expected.data.get(at)?,
        count,
    })
}

fn exact<E: Element + PartialEq>(a: &[E], b: &[E]) -> Option<(usize, usize)> {
    if a == b {
        return None;
    }
    count(a.iter().zip(b).map(|(x, y)| x == y))
}

/// Compares floats of a type: how they are widened to `f64`, and how `f64` is rounded to it.
fn floats<E: Element>(
    a: &[E],
    b: &[E],
    wide: fn(E) -> f64,
    round: fn(f64) -> f64,
    tolerance: Tolerance,
) -> Option<(usize, usize)> {
    let most = tolerance.difference(b, wide, round);
    count(a.iter().zip(b).map(|(x, y)| {
        if x.bits() == y.bits() {
            return true;
        }
        if let (Tolerance::Units(units), false) = (tolerance, wide(*x).is_nan() || wide(*y).is_nan()) {
            return place(*x).abs_diff(place(*y)) <= units.into();
        }
        let (x, y) = (wide(*x), wide(*y));
        match most {
            _ if x.is_nan() || y.is_nan() => x.is_nan() && y.is_nan(),
            None => false,
            Some(_) if x.is_infinite() || y.is_infinite() => x == y,
            Some(most) => round(x - y).abs() <= most,
        }
    }))
}

/// The place of a float in the order of its type.
fn place<E: Element>(x: E) -> i128 {
    let sign = 1u64 << (8 * E::TYPE.bytes() - 1);
    let magnitude = i128::from(x.bits() & !sign);
    match x.bits() & sign {
        0 => magnitude,
        _ => -1 - magnitude,
    }
}

fn count(agree: impl Iterator<Item = bool>) -> Option<(usize, usize)> {
    let mut first = None;
    let mut differing = 0;
    for (i, agrees) in agree.enumerate() {
        if !agrees {
            first = first.or(Some(i));
            differing += 1;
        }
    }
    Some((first?, differing))
}

fn unflatten(mut at: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (i, size) in index.iter_mut().zip(shape).rev() {
        *i = at % (*size).max(1);
        at /= (*size).max(1);
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_has_its_index_and_both_values() {
        let a = Value::new(vec![2, 2], Data::I32(vec![1, 2, 3, 4])).unwrap();
        let b = Value::new(vec![2, 2], Data::I32(vec![1, 2, 5, 6])).unwrap();
        assert_eq!(
            difference(&a, &b, Tolerance::Bitwise).unwrap().to_string(),
            "at index [1][0] 3i32, expected 5i32 (2 elements differ)"
        );
        assert!(difference(&a, &a, Tolerance::Bitwise).is_none());
    }

    #[test]
    fn nan_agrees_with_nan_and_tolerance_is_that_of_futharks_runner() {
        let v = |x: f32| Value::scalar(PrimValue::F32(x));
        assert_eq!(v(f32::NAN), v(-f32::NAN));
        assert_ne!(v(0.0), v(-0.0));
        let near = |x, y| difference(&v(x), &v(y), Tolerance::FOREIGN).is_none();
        assert!(near(1001.0, 1000.0));
        assert!(!near(1003.0, 1000.0));
        assert!(near(0.0, -0.0));
        assert!(!near(f32::INFINITY, 1.0));
        assert!(!near(f32::NAN, 1.0));
        assert!(near(0.001, 0.0) && near(1.0015, 1.0) && !near(0.0025, 0.0));
        // The sign of what is expected is not taken away.
        assert!(!near(-1001.0, -1000.0));
        let near = |x: Vec<f32>, y: Vec<f32>| {
            difference(&Value::vector(x), &Value::vector(y), Tolerance::FOREIGN).is_none()
        };
        assert!(near(vec![1001.0, 1.0], vec![1000.0, 0.0]));
        assert!(!near(vec![f32::INFINITY, 1.0], vec![f32::INFINITY, 0.0]));
    }

    #[test]
    fn units_are_counted_from_float_to_float() {
        let agree = |x: f32, y: f32, units| {
            let [x, y] = [x, y].map(|x| Value::scalar(PrimValue::F32(x)));
            difference(&x, &y, Tolerance::Units(units)).is_none()
        };
        let next = |x: f32, n: u32| f32::from_bits(x.to_bits() + n);
        for x in [1.0f32, -2.9064732, 0.0, f32::MIN_POSITIVE, 1e30] {
            assert!(agree(next(x, 2), x, 2) && agree(x, next(x, 2), 2));
            assert!(!agree(next(x, 3), x, 2) && !agree(x, next(x, 3), 2));
        }
        assert!(agree(f32::INFINITY, f32::MAX, 1) && !agree(f32::INFINITY, -f32::INFINITY, 9));
        assert!(agree(-0.0, 0.0, 1) && agree(-next(0.0, 1), next(0.0, 1), 3));
        assert!(!agree(-next(0.0, 1), next(0.0, 1), 2));
        assert!(agree(f32::NAN, f32::NAN, 1) && !agree(f32::NAN, 1.0, 1));
        let double = |x: f64| Value::scalar(PrimValue::F64(x));
        let off = |n| double(f64::from_bits(1f64.to_bits() + n));
        assert!(difference(&off(4), &double(1.0), Tolerance::Units(4)).is_none());
        assert!(difference(&off(5), &double(1.0), Tolerance::Units(4)).is_some());
    }

    #[test]
    fn another_shape_is_a_difference_of_types() {
        let a = Value::vector(vec![1i32, 2]);
        let b = Value::vector(vec![1i32]);
        assert_eq!(
            difference(&a, &b, Tolerance::Bitwise).unwrap().to_string(),
            "type [2]i32, expected type [1]i32"
        );
    }
}
