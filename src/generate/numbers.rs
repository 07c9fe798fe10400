//! Numbers with their meaning: operands at which operators, conversions and readers change, and what exact arithmetic says of them.
//!
//! What is judged computes with machine numbers.  Here numbers are fractions of integers without a bound ([`exact`]), which are rounded once, by
//! the words of [spec/shared/numbers](../../spec/shared/numbers.md); nothing is shared with an evaluator but the types of values.
//! [`meaning`] says what every primitive function gives, [`boundary`] chooses operands, [`literal`] writes numbers, and [`programs`] has them computed
//! in every language; [`spelt`] are numerals that are not of their type, or none, [`ranges`] are those of Futhark, and [`slopes`] what derivatives of functions give.

pub mod boundary;
pub mod elementary;
pub mod exact;
pub mod literal;
pub mod meaning;
pub mod programs;
pub mod ranges;
pub mod slopes;
pub mod spelt;
