//! Watching an evaluation.
//!
//! A program that is to be watched is resolved with every expression marked, so that a
//! plain run pays nothing.

use crate::futhark::machine::value::Value;
use elder_futhark::intrinsics::Op;
use elder_syntax::{Rule, Span};

/// Somebody who watches.
pub trait Observer {
    /// An expression is about to be evaluated by a rule.
    fn enter(&mut self, rule: &'static Rule, span: Span);
    /// It has been, with this value unless it failed.
    fn leave(&mut self, rule: &'static Rule, value: Option<&Value>);
    /// The arguments of an intrinsic have been evaluated.
    fn begin_soac(&mut self, op: Op);
    /// An intrinsic goes to its next element.
    fn iteration(&mut self);
    /// An intrinsic has ended.
    fn end_soac(&mut self, op: Op, value: Option<&Value>);
    /// Itself, when the run is over.
    fn into_any(self: Box<Self>) -> Box<dyn std::any::Any>;
}
