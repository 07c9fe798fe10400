//! What a program does whatever its failing parts had given (DPIA-E-UNREAD).
//!
//! Which parts of an array are looked at depends on who looks: what makes it into memory looks at all of its elements, a view at those that are
//! asked for.  So a part that fails, and that no result depends on, may be met by one and not by the other.  Whether a result depends on it is
//! found by running the program with some value in the place of each that fails, several times: what comes out every time does not depend
//! on them.

use super::machine::Machine;
use super::{Mode, Options, run};
use crate::failure::{Fail, Run};
use crate::numeric::convert::convert;
use crate::order::Schedule;
use elder_dpia::rules::evaluation::DPIA_E_UNREAD;
use elder_dpia::{Entry, PrimType, PrimValue};
use elder_syntax::Value;
use elder_syntax::value::{Tolerance, compare};

/// What becomes of an operator that has no value, and of a number that is no index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undefined {
    /// The rule refuses.
    #[default]
    Refused,
    /// Some value stands for it; the number decides which.
    Any(u64),
}

impl Undefined {
    /// The values that stand for others, if any do.
    pub(super) fn values(self) -> Option<Schedule> {
        match self {
            Undefined::Refused => None,
            Undefined::Any(choice) => Some(Schedule::new(crate::order::Order::Shuffled(choice))),
        }
    }
}

/// So often are values chosen.
const CHOICES: u64 = 8;

/// The results of an entry, if they are the same whatever stands for operators without a value and numbers that are no indexes; nothing, if
/// they are not, or there are none.
pub fn regardless(entry: &Entry, values: &[Value], options: &Options) -> Option<Vec<Value>> {
    let with = |choice| {
        let options = Options {
            mode: Mode {
                undefined: Undefined::Any(choice),
                ..options.mode.clone()
            },
            ..options.clone()
        };
        run(entry, values.to_vec(), &options).results.ok()
    };
    let first = with(0)?;
    let is_first = |choice| with(choice).is_some_and(|results| is_same(&first, &results));
    (1..CHOICES).all(is_first).then_some(first)
}

/// DPIA-E-UNREAD: whether of two programs one may fail and the other not, since both have these results whatever stands for what fails.
pub fn is_unread(of_one: Option<&[Value]>, of_other: Option<&[Value]>) -> bool {
    let is_open = matches!((of_one, of_other), (Some(a), Some(b)) if is_same(a, b));
    if is_open {
        DPIA_E_UNREAD.apply();
    }
    is_open
}

/// Whether results are the same, bit by bit, any NaN like any other.
fn is_same(a: &[Value], b: &[Value]) -> bool {
    let differ = |(a, b)| compare::difference(a, b, Tolerance::Bitwise).is_some();
    a.len() == b.len() && !a.iter().zip(b).any(differ)
}

impl Machine {
    /// A value that there is not: what refuses it, or what stands for it.
    ///
    /// # Errors
    /// Why there is none, unless some value may stand for it.
    pub(super) fn missing(&mut self, of: PrimType, refused: impl FnOnce() -> Fail) -> Run<PrimValue> {
        match self.some_number() {
            None => Err(refused()),
            Some(number) => Ok(convert(PrimValue::I64(number), of)),
        }
    }

    /// The same of an index below n; if there is none, no element is at what stands for it.
    ///
    /// # Errors
    /// Why there is none, unless some value may stand for it.
    pub(super) fn missing_index(&mut self, n: i64, refused: impl FnOnce() -> Fail) -> Run<i64> {
        match self.some_number() {
            None => Err(refused()),
            Some(number) => Ok(number.checked_rem_euclid(n).unwrap_or(0)),
        }
    }

    /// Some number, if such may stand for values that there are not; the ends of what there is are not rare.
    fn some_number(&mut self) -> Option<i64> {
        let bits = self.stand_ins.as_mut()?.next_random() >> 16;
        Some(match bits % 8 {
            0 => 0,
            1 => 1,
            2 => -1,
            3 => i64::MAX,
            _ => i64::from((bits >> 3) as u8),
        })
    }
}
