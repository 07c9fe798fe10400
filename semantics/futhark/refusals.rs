//! How runs fail, by the definition and on the machine: each premise with its sentence.

use crate::failure::{Fail, Failure};
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Coerced, Def};
use elder_syntax::{Rule, Span};

/// FUT-E-LIMIT: steps, elements, or time.
#[cold]
pub(super) fn no_fuel(span: Span, message: &str) -> Fail {
    Failure::limit(&rules::FUT_E_LIMIT, "fuel", span, message)
}

/// FUT-E-LIMIT: so many bytes.
#[cold]
pub(super) fn no_room(span: Span, bytes: u64, limit: u64) -> Fail {
    let message = format!("out of memory: {bytes} more bytes than the limit of {limit} allows");
    Failure::limit(&rules::FUT_E_LIMIT, "memory", span, message)
}

/// FUT-E-LIMIT: calls within calls.
#[cold]
pub(super) fn too_deep(span: Span) -> Fail {
    Failure::limit(&rules::FUT_E_LIMIT, "depth", span, "calls are nested too deeply")
}

/// FUT-E-POISON: a consumed array was read.
#[cold]
pub(super) fn consumed(span: Span) -> Fail {
    Failure::poison(&rules::FUT_E_POISON, "consumed", span, "read of a consumed array")
}

/// FUT-E-SIZEPAR: an argument of an entry point does not fit.
#[cold]
pub(super) fn misfit(def: &Def, message: impl Into<String>) -> Fail {
    Failure::arguments(&rules::FUT_E_SIZEPAR, "argument", def.span, message)
}

/// FUT-E-COERCE, FUT-E-PROXY: a value has another size than a coercion says.
#[cold]
pub(super) fn coerced(what: Coerced, expected: i64, found: i64, span: Span) -> Fail {
    let (rule, premise, message) = match what {
        Coerced::Value => (
            &rules::FUT_E_COERCE,
            "size",
            format!("size coercion: expected size {expected}, but the value has size {found}"),
        ),
        Coerced::Argument => (
            &rules::FUT_E_PROXY,
            "argument",
            format!(
                "coercion of a function: it takes size {expected}, but what is given to it has size {found}"
            ),
        ),
        Coerced::Result => (
            &rules::FUT_E_PROXY,
            "result",
            format!("coercion of a function: expected size {expected}, but what it gives has size {found}"),
        ),
    };
    Failure::error(rule, premise, span, message)
}

/// A size is below zero.
#[cold]
pub(super) fn negative(rule: &'static Rule, n: i64, span: Span) -> Fail {
    Failure::error(rule, "negative", span, format!("negative size {n}"))
}

/// There is no such index.
#[cold]
pub(super) fn out_of_bounds(rule: &'static Rule, i: i64, size: i64, span: Span) -> Fail {
    let message = format!("index {i} is out of bounds for size {size}");
    Failure::error(rule, "bounds", span, message)
}

/// FUT-E-FLATINDEX: not all places are within.
#[cold]
pub(super) fn beyond(low: i128, high: i128, size: i64, span: Span) -> Fail {
    let message = format!("flat index from {low} to {high} is out of bounds for size {size}");
    Failure::error(&rules::FUT_E_FLATINDEX, "bounds", span, message)
}

/// FUT-E-RESHAPE: a shape of another number of elements.
#[cold]
pub(super) fn other_volume(new: &[i64], old: &[i64], span: Span) -> Fail {
    let (new, old) = (dims_text(new), dims_text(old));
    let message = format!("cannot give the shape {new} to an array of shape {old}");
    Failure::error(&rules::FUT_E_RESHAPE, "volume", span, message)
}

/// That two shapes should be one.
#[cold]
pub(super) fn shapes_differ(wanted: &[i64], found: &[i64]) -> String {
    format!("shapes differ: {} and {}", dims_text(wanted), dims_text(found))
}

/// `[2][3]`
pub(super) fn dims_text(sizes: &[i64]) -> String {
    sizes.iter().map(|n| format!("[{n}]")).collect()
}
