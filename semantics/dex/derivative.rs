//! Where derivatives come in: `linearize` and `transpose` (DX-E-LIN, DX-E-TRANS).
//!
//! They are a room of their own, which Dex and Futhark share.  Until it is there, a program that takes a derivative has no value here.

use super::value::Value;
use super::{Interpreter, Step};
use crate::failure::Failure;

impl Interpreter<'_> {
    /// `(f w, L)`, where L t is the directional derivative of f at w in direction t.
    pub(super) fn linearize(&mut self, _function: &Value, _point: Value) -> Step<Value> {
        Err(Failure::unsupported(self.at, "derivatives are not evaluated").into())
    }

    /// The u with dot(u, t) = dot(w, f t) for all t.
    pub(super) fn transpose(&mut self, _function: &Value, _cotangent: Value) -> Step<Value> {
        Err(Failure::unsupported(self.at, "derivatives are not evaluated").into())
    }
}
