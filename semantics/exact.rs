//! Evaluation of float operations in reals: what the program would compute if floats did not round.
//!
//! Every float of the program becomes a [`Real`]: its value in MPFR at a precision of many bits, and an interval that
//! is sure to hold the true value.  Literals and inputs are the floats that they denote, exactly; conversions between
//! float types change nothing; nothing overflows.
//!
//! Where the program asks a question about a float (a comparison, a conversion to an integer, rounding), the answer
//! is that of the value.  If the interval leaves another answer possible, the question is [`Undecided`]: it is noted,
//! and from then on the results are only as good as that answer.
//!
//! | file | what |
//! | --- | --- |
//! | `real.rs` | intervals, and continuous functions on them |
//! | `questions.rs` | comparisons, conversions to integers, rounding |
//! | `report.rs` | floats beside what they should be |
//! | `programs.rs` | evaluation of a Futhark program in reals |

mod programs;
mod questions;
mod real;
mod report;

pub use programs::compare;
pub use real::Real;
pub use report::{Deviation, Report};

use crate::numeric::{self, NumericError};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A scalar of a program that is evaluated in reals.
#[derive(Clone, Debug)]
pub enum Scalar {
    /// Anything but a float.
    Prim(PrimValue),
    /// A float of this type.
    Real(PrimType, Rc<Real>),
}

/// A question that the interval of a real leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// The function that asked.
    pub function: PrimFn,
}

/// One evaluation: its precision, and what was noted in it.
#[derive(Debug)]
pub struct Session {
    bits: u32,
    undecided: RefCell<Vec<Undecided>>,
    answers: Cell<u64>,
}

/// The least precision: enough for every integer and every float.
pub const LEAST_BITS: u32 = 64;
/// The precision unless another is asked for.
pub const DEFAULT_BITS: u32 = 256;
/// The greatest precision.
pub const GREATEST_BITS: u32 = 1 << 20;

impl Session {
    /// An evaluation with so many bits, brought between [`LEAST_BITS`] and [`GREATEST_BITS`].
    pub fn new(bits: u32) -> Session {
        Session {
            bits: bits.clamp(LEAST_BITS, GREATEST_BITS),
            undecided: RefCell::default(),
            answers: Cell::new(1),
        }
    }

    /// The precision.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The questions so far that were left open.
    pub fn undecided(&self) -> Vec<Undecided> {
        self.undecided.borrow().clone()
    }

    /// A digest of what comparisons answered so far: where two evaluations differ in it, a program went two ways.
    pub fn answers(&self) -> u64 {
        self.answers.get()
    }

    /// A scalar of the program, its floats taken exactly.
    pub fn lift(&self, value: PrimValue) -> Scalar {
        let real = match value {
            PrimValue::F16(x) => Real::of(self.bits, x.into()),
            PrimValue::F32(x) => Real::of(self.bits, x.into()),
            PrimValue::F64(x) => Real::of(self.bits, x),
            other => return Scalar::Prim(other),
        };
        Scalar::Real(value.prim_type(), Rc::new(real))
    }

    /// The value of `f` in reals.
    ///
    /// # Errors
    /// As for [`numeric::apply`]: functions of floats have no errors.
    pub fn apply(&self, f: PrimFn, args: &[Scalar]) -> Result<Scalar, NumericError> {
        let real = |r: Real| Ok(Scalar::Real(f.result(), Rc::new(r)));
        match (f, args) {
            (PrimFn::Bin(op, _), [Scalar::Real(_, a), Scalar::Real(_, b)]) => self.binary(f, op, a, b),
            (PrimFn::Un(op, _), [Scalar::Real(_, a)]) => self.unary(f, op, a),
            (PrimFn::Tern(op, _), [Scalar::Real(_, a), Scalar::Real(_, b), Scalar::Real(_, c)]) => match op {
                TernOp::Fma | TernOp::Mad => real(a.mul(b).add(c)),
                TernOp::Lerp => {
                    let t = c.min(&Real::of(self.bits, 1.0)).max(&Real::of(self.bits, 0.0));
                    real(a.add(&b.sub(a).mul(&t)))
                }
                TernOp::MadHi => Err(NumericError::Operands),
            },
            (PrimFn::Ldexp(_), [Scalar::Real(_, a), Scalar::Prim(PrimValue::I32(n))]) => real(a.scaled(*n)),
            (PrimFn::Convert(_, to), [Scalar::Real(_, a)]) if to.is_float() => {
                Ok(Scalar::Real(to, a.clone()))
            }
            (PrimFn::Convert(_, to), [Scalar::Real(_, a)]) => Ok(Scalar::Prim(self.to_integer(f, a, to))),
            (PrimFn::Convert(_, to), [Scalar::Prim(a)]) if to.is_float() => match self.integer(*a) {
                Some(r) => real(r),
                None => Err(NumericError::Operands),
            },
            _ => {
                let prims: Option<Vec<PrimValue>> = args
                    .iter()
                    .map(|a| match a {
                        Scalar::Prim(p) => Some(*p),
                        Scalar::Real(..) => None,
                    })
                    .collect();
                numeric::apply(f, &prims.ok_or(NumericError::Operands)?).map(|r| self.lift(r))
            }
        }
    }

    fn binary(&self, f: PrimFn, op: BinOp, a: &Rc<Real>, b: &Rc<Real>) -> Result<Scalar, NumericError> {
        let result = match op {
            BinOp::Add => a.add(b),
            BinOp::Sub => a.sub(b),
            BinOp::Mul => a.mul(b),
            BinOp::Div => a.div(b),
            BinOp::Pow => a.pow(b),
            BinOp::Min => a.min(b),
            BinOp::Max => a.max(b),
            BinOp::Atan2 => a.atan2(b),
            BinOp::Atan2pi => a.atan2(b).div(&Real::pi(self.bits)),
            BinOp::Hypot => a.hypot(b),
            BinOp::Mod => self.remainder(f, a, b),
            BinOp::Copysign => self.copysign(f, a, b),
            BinOp::Nextafter => return self.in_format(f, &[a, b]),
            _ => {
                let answer = questions::compare(op, a, b).ok_or(NumericError::Operands)?;
                let before = self.answers.get().wrapping_mul(0x9e37_79b9_7f4a_7c15);
                self.answers.set(before.rotate_left(5) ^ u64::from(answer.value));
                return Ok(Scalar::Prim(PrimValue::Bool(self.settle(f, answer))));
            }
        };
        Ok(Scalar::Real(f.result(), Rc::new(result)))
    }

    fn unary(&self, f: PrimFn, op: UnOp, a: &Rc<Real>) -> Result<Scalar, NumericError> {
        let result = match op {
            UnOp::IsNan => return Ok(Scalar::Prim(PrimValue::Bool(a.value().is_nan()))),
            UnOp::IsInf => return Ok(Scalar::Prim(PrimValue::Bool(a.value().is_infinite()))),
            UnOp::ToBits => return self.in_format(f, &[a]),
            UnOp::Sgn => self.sign(f, a),
            UnOp::Round | UnOp::Ceil | UnOp::Floor | UnOp::Trunc => self.rounded(f, op, a),
            _ => a.elementary(op).ok_or(NumericError::Operands)?,
        };
        Ok(Scalar::Real(f.result(), Rc::new(result)))
    }

    /// Functions of the format and not of the number: computed on the nearest floats.
    fn in_format(&self, f: PrimFn, args: &[&Rc<Real>]) -> Result<Scalar, NumericError> {
        let types = f.parameters();
        let args: Vec<PrimValue> = args.iter().zip(types).map(|(a, t)| a.nearest(t)).collect();
        numeric::apply(f, &args).map(|r| self.lift(r))
    }

    /// The answer, noted if it is open.
    fn settle<T>(&self, function: PrimFn, answer: questions::Answer<T>) -> T {
        if !answer.sure {
            self.undecided.borrow_mut().push(Undecided { function });
        }
        answer.value
    }
}

#[cfg(test)]
mod tests;
