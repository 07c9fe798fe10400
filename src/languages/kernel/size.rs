//! Expressions over sizes, evaluated by the host when a program is launched.

use elder_syntax::Name;
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops;

/// An expression over the sizes of a program and the counters of the host's loops.
///
/// Arithmetic is exact, with parts of up to 128 bits; a value that does not fit `i64` is an error, not a wrapped number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Size {
    Const(i64),
    Var(Name),
    Binary(SizeOp, Box<Size>, Box<Size>),
}

/// The operators on sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SizeOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded to minus infinity.
    Div,
    /// Remainder with the sign of the divisor.
    Mod,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// Power.
    Pow,
}

/// The values of the variables of sizes.
pub type Sizes = FxHashMap<Name, i64>;

/// Why a size has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SizeError {
    /// The variable has no value: a mistake in the plan.
    Unbound(Name),
    /// Division by zero.
    DivisionByZero(Size),
    /// The value does not fit in 64 bits.
    Overflow(Size),
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeError::Unbound(name) => write!(f, "the size `{name}` has no value"),
            SizeError::DivisionByZero(size) => write!(f, "`{size}` divides by zero"),
            SizeError::Overflow(size) => write!(f, "`{size}` does not fit in 64 bits"),
        }
    }
}

impl std::error::Error for SizeError {}

impl Size {
    /// The size of that name.
    pub fn var(name: impl Into<Name>) -> Size {
        Size::Var(name.into())
    }

    /// `op` applied to both, evaluated if both are constant.
    pub fn binary(op: SizeOp, a: Size, b: Size) -> Size {
        if let (Size::Const(x), Size::Const(y)) = (&a, &b)
            && let Some(value) = op.on(i128::from(*x), i128::from(*y))
            && let Ok(value) = i64::try_from(value)
        {
            return Size::Const(value);
        }
        match (op, &a, &b) {
            (SizeOp::Add, Size::Const(0), _) | (SizeOp::Mul, Size::Const(1), _) => b,
            (SizeOp::Add | SizeOp::Sub, _, Size::Const(0))
            | (SizeOp::Mul | SizeOp::Div, _, Size::Const(1)) => a,
            _ => Size::Binary(op, Box::new(a), Box::new(b)),
        }
    }

    /// The smaller of both.
    pub fn min(self, other: Size) -> Size {
        Size::binary(SizeOp::Min, self, other)
    }

    /// The larger of both.
    pub fn max(self, other: Size) -> Size {
        Size::binary(SizeOp::Max, self, other)
    }

    /// The quotient rounded up; both must be positive.
    pub fn div_ceil(self, other: Size) -> Size {
        (self + other.clone() - Size::Const(1)) / other
    }

    /// The product of all; 1 if there is none.
    pub fn product<'a>(sizes: impl IntoIterator<Item = &'a Size>) -> Size {
        sizes.into_iter().fold(Size::Const(1), |a, b| a * b.clone())
    }

    /// The value.
    ///
    /// # Errors
    /// [`SizeError`]; parts of the expression may be larger than 64 bits hold, the value not.
    pub fn eval(&self, sizes: &Sizes) -> Result<i64, SizeError> {
        let value = self.exact(sizes)?;
        i64::try_from(value).map_err(|_| SizeError::Overflow(self.clone()))
    }

    /// The value, which may be larger than 64 bits hold.
    ///
    /// # Errors
    /// As [`Size::eval`], for 128 bits.
    pub fn exact(&self, sizes: &Sizes) -> Result<i128, SizeError> {
        elder_syntax::effort::deeper(|| match self {
            Size::Const(value) => Ok(i128::from(*value)),
            Size::Var(name) => {
                (sizes.get(name).copied().map(i128::from)).ok_or_else(|| SizeError::Unbound(name.clone()))
            }
            Size::Binary(op, a, b) => {
                let (x, y) = (a.exact(sizes)?, b.exact(sizes)?);
                if y == 0 && matches!(op, SizeOp::Div | SizeOp::Mod) {
                    return Err(SizeError::DivisionByZero(self.clone()));
                }
                op.on(x, y).ok_or_else(|| SizeError::Overflow(self.clone()))
            }
        })
    }
}

impl SizeOp {
    /// The result, `None` if there is none or it does not fit.
    fn on(self, x: i128, y: i128) -> Option<i128> {
        match self {
            SizeOp::Add => x.checked_add(y),
            SizeOp::Sub => x.checked_sub(y),
            SizeOp::Mul => x.checked_mul(y),
            SizeOp::Div => {
                let (q, r) = (x.checked_div(y)?, x.checked_rem(y)?);
                Some(if r != 0 && (r < 0) != (y < 0) { q - 1 } else { q })
            }
            SizeOp::Mod => {
                let r = x.checked_rem(y)?;
                Some(if r != 0 && (r < 0) != (y < 0) { r + y } else { r })
            }
            SizeOp::Min => Some(x.min(y)),
            SizeOp::Max => Some(x.max(y)),
            SizeOp::Pow => x.checked_pow(u32::try_from(y).ok()?),
        }
    }
}

impl From<i64> for Size {
    fn from(value: i64) -> Size {
        Size::Const(value)
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident $op:ident;)*) => { $(
        impl ops::$trait for Size {
            type Output = Size;
            fn $method(self, other: Size) -> Size {
                Size::binary(SizeOp::$op, self, other)
            }
        }
    )* };
}

operator! { Add add Add; Sub sub Sub; Mul mul Mul; Div div Div; Rem rem Mod; }

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn go(size: &Size, outer: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            elder_syntax::effort::deeper(|| match size {
                Size::Const(value) => write!(f, "{value}"),
                Size::Var(name) => f.write_str(name),
                Size::Binary(op, a, b) => {
                    let (text, level) = match op {
                        SizeOp::Add => ("+", 1),
                        SizeOp::Sub => ("-", 1),
                        SizeOp::Mul => ("*", 2),
                        SizeOp::Div => ("/", 2),
                        SizeOp::Mod => ("%", 2),
                        SizeOp::Min | SizeOp::Max | SizeOp::Pow => {
                            f.write_str(match op {
                                SizeOp::Min => "min(",
                                SizeOp::Max => "max(",
                                _ => "pow(",
                            })?;
                            go(a, 0, f)?;
                            f.write_str(", ")?;
                            go(b, 0, f)?;
                            return f.write_str(")");
                        }
                    };
                    if level < outer {
                        f.write_str("(")?;
                    }
                    go(a, level, f)?;
                    write!(f, " {text} ")?;
                    go(b, level + 1, f)?;
                    if level < outer {
                        f.write_str(")")?;
                    }
                    Ok(())
                }
            })
        }
        go(self, 0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Size {
        Size::var("n")
    }

    #[test]
    fn sizes_are_exact() {
        let sizes: Sizes = [(Name::new("n"), i64::MAX)].into_iter().collect();
        assert_eq!((n() - Size::Const(1)).eval(&sizes), Ok(i64::MAX - 1));
        assert!(matches!(
            (n() * Size::Const(2)).eval(&sizes),
            Err(SizeError::Overflow(_))
        ));
        assert_eq!((n() * n() / n()).eval(&sizes), Ok(i64::MAX));
        assert!(matches!(
            (n() / Size::Const(0)).eval(&sizes),
            Err(SizeError::DivisionByZero(_))
        ));
        assert_eq!(Size::var("m").eval(&sizes), Err(SizeError::Unbound("m".into())));
        assert_eq!((Size::Const(-7) / Size::Const(2)).eval(&sizes), Ok(-4));
        assert_eq!((Size::Const(-7) % Size::Const(2)).eval(&sizes), Ok(1));
    }

    #[test]
    fn sizes_print_with_few_parentheses() {
        let size =
            (n() + Size::Const(63)) / Size::Const(64) * (n() - (Size::Const(1) - n())).min(Size::Const(3));
        assert_eq!(size.to_string(), "(n + 63) / 64 * min(n - (1 - n), 3)");
    }
}
