//! How runs fail, by the definition and on the machine.

use super::rules;
use crate::failure::{Fail, Failure};
use crate::numeric::NumericError;
use elder_syntax::Span;

/// DX-E-IDX-ARR: there is no such element.
pub(super) fn beyond_table(at: Span, ordinal: u64, count: u64) -> Fail {
    let message = format!("index {ordinal} is out of range for a table of {count} elements");
    Failure::error(&rules::DX_E_IDX_ARR, "bounds", at, message)
}

/// DX-E-SLICE: there is no such element of the table that is referred to.
pub(super) fn beyond_reference(at: Span, ordinal: u64) -> Fail {
    let message = format!("index {ordinal} is out of range for the table that is referred to");
    Failure::error(&rules::DX_E_SLICE, "bounds", at, message)
}

/// DX-E-PRIM: an index set has no member of this number.
pub(super) fn no_ordinal(at: Span, number: i32, size: u64) -> Fail {
    let message = format!("{number} is no ordinal of an index set of {size} members");
    Failure::error(&rules::DX_E_PRIM, "range", at, message)
}

/// DX-E-INSTANCE: a declared type has no member of this number.
pub(super) fn no_member(at: Span, ordinal: u64, size: u64) -> Fail {
    let message = format!("{ordinal} is no ordinal of an index set of {size} members");
    Failure::error(&rules::DX_E_INSTANCE, "range", at, message)
}

/// DX-E-INSTANCE: what the program says the ordinal of a member is, is none.
pub(super) fn no_such_member(at: Span, number: i32, size: u64) -> Fail {
    let message =
        format!("the instance gives the ordinal {number} to this member of an index set of {size} members");
    Failure::error(&rules::DX_E_INSTANCE, "range", at, message)
}

/// DX-E-INSTANCE: the member of a number has another number.
pub(super) fn other_ordinal(at: Span, number: i32, other: i32) -> Fail {
    let message = format!("the instance gives the ordinal {other} to the member of the ordinal {number}");
    Failure::error(&rules::DX_E_INSTANCE, "inverse", at, message)
}

/// DX-E-INSTANCE: the number of a value is that of another member.
pub(super) fn other_member(at: Span, number: i32) -> Fail {
    let message =
        format!("the instance gives the ordinal {number} to this value, and has another member of it");
    Failure::error(&rules::DX_E_INSTANCE, "inverse", at, message)
}

/// DX-E-ARITH: a primitive function is not defined for its operands.
pub(super) fn undefined(at: Span, error: NumericError) -> Fail {
    match error {
        NumericError::Operands => Failure::internal(at, "operands of wrong type"),
        error => {
            error.refusal();
            Failure::error(&rules::DX_E_ARITH, "defined", at, error.to_string())
        }
    }
}

/// DX-E-FAIL
pub(super) fn reached(at: Span, why: &str) -> Fail {
    Failure::error(&rules::DX_E_FAIL, "reached", at, why)
}

/// DX-E-LIMIT: a number of members cannot be counted.
pub(super) fn uncounted(at: Span) -> Fail {
    let message = "an index set has more members than can be counted";
    Failure::limit(&rules::DX_E_LIMIT, "size", at, message)
}

/// DX-E-LIMIT: calls and elements, or time.
pub(super) fn no_fuel(at: Span, message: &str) -> Fail {
    Failure::limit(&rules::DX_E_LIMIT, "fuel", at, message)
}

/// DX-E-LIMIT: room.
pub(super) fn no_room(at: Span, more: &str, limit: u64) -> Fail {
    let message = format!("out of memory: {more} than the limit of {limit} bytes allows");
    Failure::limit(&rules::DX_E_LIMIT, "memory", at, message)
}
