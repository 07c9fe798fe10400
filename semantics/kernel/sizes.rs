//! Sizes, conditions and numbers of the host, computed exactly.
//!
//! The runtime evaluates them too, with code of its own; here it is done again, so that the one judges the other.

use super::failure::{Ended, Run};
use super::numbers;
use crate::numeric;
use elder_kernel::Size;
use elder_kernel::number::Number;
use elder_kernel::plan::Condition;
use elder_kernel::rules::KER_E_SIZE;
use elder_kernel::size::SizeOp;
use elder_syntax::Name;
use elder_syntax::prim::{PrimType, PrimValue};
use rustc_hash::FxHashMap;

/// The sizes that are known.
pub(super) type Sizes = FxHashMap<Name, i64>;

/// The value of a size.
pub(super) fn exact(size: &Size, sizes: &Sizes) -> Run<i128> {
    computed(size, sizes)?.ok_or_else(|| valueless(size))
}

/// The value of a size; `None` if it divides by zero or 128 bits do not hold it.
fn computed(size: &Size, sizes: &Sizes) -> Run<Option<i128>> {
    KER_E_SIZE.apply();
    elder_syntax::stack::deep(64 * 1024, 1024 * 1024, || match size {
        Size::Const(value) => Ok(Some(i128::from(*value))),
        Size::Var(name) => match sizes.get(name) {
            Some(value) => Ok(Some(i128::from(*value))),
            None => Err(valueless(size)),
        },
        Size::Binary(op, a, b) => {
            let operands = computed(a, sizes)?.zip(computed(b, sizes)?);
            Ok(operands.and_then(|(a, b)| operator(*op, a, b)))
        }
    })
}

fn valueless(size: &Size) -> Ended {
    Ended::wrong(&KER_E_SIZE, "value", format!("`{size}` has no value"))
}

fn operator(op: SizeOp, a: i128, b: i128) -> Option<i128> {
    Some(match op {
        SizeOp::Add => a.checked_add(b)?,
        SizeOp::Sub => a.checked_sub(b)?,
        SizeOp::Mul => a.checked_mul(b)?,
        // To minus infinity; the remainder is between 0 and the divisor.
        SizeOp::Div => {
            let q = a.checked_div(b)?;
            q - i128::from(q * b != a && (a < 0) != (b < 0))
        }
        SizeOp::Mod => a - b * operator(SizeOp::Div, a, b)?,
        SizeOp::Min => a.min(b),
        SizeOp::Max => a.max(b),
        SizeOp::Pow => a.checked_pow(u32::try_from(b).ok()?)?,
    })
}

/// The value of a size that 64 bits hold.
pub(super) fn value(size: &Size, sizes: &Sizes) -> Run<i64> {
    let exact = exact(size, sizes)?;
    i64::try_from(exact).map_err(|_| {
        Ended::wrong(
            &KER_E_SIZE,
            "value",
            format!("`{size}` = {exact} does not fit 64 bits"),
        )
    })
}

/// A size as a number of elements of an array; no memory has as many as 64 bits do not hold.
pub(super) fn room(size: &Size, sizes: &Sizes) -> Run<usize> {
    match exact(size, sizes)? > i128::from(i64::MAX) {
        true => Err(Ended::Limit("memory")),
        false => count(size, sizes),
    }
}

/// A size as a number of elements.
pub(super) fn count(size: &Size, sizes: &Sizes) -> Run<usize> {
    let n = value(size, sizes)?;
    usize::try_from(n).map_err(|_| {
        Ended::wrong(
            &KER_E_SIZE,
            "buffer",
            format!("there would be `{size}` = {n} elements"),
        )
    })
}

/// Whether a condition holds; one of a size that has no value does not.
pub(super) fn holds(condition: &Condition, sizes: &Sizes) -> Run<bool> {
    let (Condition::Equal(a, b) | Condition::AtMost(a, b) | Condition::Less(a, b) | Condition::Divides(a, b)) =
        condition;
    let Some((a, b)) = computed(a, sizes)?.zip(computed(b, sizes)?) else {
        return Ok(false);
    };
    Ok(match condition {
        Condition::Equal(..) => a == b,
        Condition::AtMost(..) => a <= b,
        Condition::Less(..) => a < b,
        Condition::Divides(..) => a != 0 && b.checked_rem(a) == Some(0),
    })
}

/// The value of a number of the host.
pub(super) fn number(number: &Number, sizes: &Sizes, inputs: &[elder_syntax::Value]) -> Run<i64> {
    let of = |n: &Number| self::number(n, sizes, inputs);
    let integer = |value: PrimValue| {
        let whole = numbers::whole(value).and_then(|n| i64::try_from(n).ok());
        whole.ok_or_else(|| Ended::unchecked("a number of the host is no integer"))
    };
    Ok(match number {
        Number::Literal(value) => *value,
        Number::Size(size, t) => integer(numbers::wrapped(*t, exact(size, sizes)?))?,
        Number::Input(at) => {
            let value = inputs.get(*at).and_then(elder_syntax::Value::as_scalar);
            integer(value.ok_or_else(|| Ended::unchecked(format!("parameter number {at} is no scalar")))?)?
        }
        Number::Convert(PrimType::Bool, n) => i64::from(of(n)? != 0),
        Number::Convert(t, n) => integer(numbers::wrapped(*t, of(n)?.into()))?,
        Number::Binary(op, t, operands) => {
            let [a, b] = [of(&operands[0])?, of(&operands[1])?].map(|n| numbers::wrapped(*t, n.into()));
            let value = numeric::binary(*op, a, b);
            integer(value.map_err(|error| Ended::unchecked(format!("{op} of the host: {error}")))?)?
        }
        Number::If(parts) => match of(&parts[0])? {
            0 => of(&parts[2])?,
            _ => of(&parts[1])?,
        },
    })
}
