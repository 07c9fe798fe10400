//! Compiled programs without a device: their launch plans are checked, and executed by the reference semantics of kernels.
//!
//! What has no value is said as a device says it: by the rules of the language that the program was written in ([`Interface`]).  What no kernel may
//! do is a mistake of the compiler, with the rule of kernels that it breaks.

use crate::compile::{EntryPoint, Interface};
use crate::device::Failure;
use crate::engine::{Failed, Limits, Program, StopKind};
use crate::judge::{self, Near};
use elder_dpia::rules::evaluation::DPIA_E_ENTRY;
use elder_engine::kernel::{limit, misfit};
use elder_kernel::Plan;
use elder_kernel::check::Target as For;
use elder_kernel::plan::Failure as Failing;
use elder_passes::Target;
use elder_semantics::kernel::{Ended, Options, Prepared};
use elder_syntax::diagnostic::Severity;
use elder_syntax::value::Tolerance;
use elder_syntax::{Diagnostic, Value};

/// Why a plan gives no values.
#[derive(Debug)]
pub struct Stopped {
    /// What is said.
    pub failed: Failed,
    /// All failures of kernels, the one that is said and others: of several any may be the first, since items have no order.
    pub noted: Vec<Diagnostic>,
}

impl Stopped {
    fn of(kind: StopKind, diagnostic: Diagnostic) -> Stopped {
        let diagnostic = Box::new(diagnostic);
        Failed { kind, diagnostic }.into()
    }
}

/// What no kernel noted.
impl From<Failed> for Stopped {
    fn from(failed: Failed) -> Stopped {
        let noted = vec![];
        Stopped { failed, noted }
    }
}

/// Bytes of memory, where nobody says how many.
const MEMORY: usize = 1 << 30;

/// Compiles an entry for OpenCL and executes it, with narrow indexes and, groups in reversed order, with wide ones.
///
/// # Errors
/// What a stage, the launch or a kernel refuses; that the two differ.
pub fn run(
    source: &Program,
    entry: &EntryPoint,
    inputs: Vec<Value>,
    limits: &Limits,
) -> Result<Vec<Value>, Failure> {
    let refused = |stopped: Stopped| Failure {
        kind: stopped.failed.kind,
        rejected: source.rejected(vec![*stopped.failed.diagnostic]),
    };
    let inputs = crate::device::arguments(source, entry, inputs)?;
    let target = Target::OPENCL;
    let plan = source.plan(entry, target).map_err(Failure::before)?;
    let prepared = prepared(&plan, target, 0).map_err(refused)?;
    let options = Options {
        fuel: limits.fuel.unwrap_or(u64::MAX),
        memory: limits.memory.map_or(MEMORY, |bytes| bytes as usize),
        cut: entry.is_cut(),
        ..Options::default()
    };
    let values = execute(&prepared, entry.interface(), &inputs, &options).map_err(refused)?;
    if prepared.has_wide() {
        let other = Options {
            wide: true,
            reversed: true,
            ..options
        };
        let again = execute(&prepared, entry.interface(), &inputs, &other).map_err(refused)?;
        let answer = judge::values(&values, &again, Near::All(Tolerance::Bitwise));
        if let Some(difference) = answer.difference() {
            let message = format!("with wide indexes and reversed groups: {}", difference.message);
            return Err(refused(Failed::outside(StopKind::Internal, message).into()));
        }
    }
    Ok(values)
}

/// Executes a checked plan; its values are those of the program.
///
/// # Errors
/// Why there are none, by the rules of the program's language.
pub fn execute(
    prepared: &Prepared<'_>,
    interface: &dyn Interface,
    inputs: &[Value],
    options: &Options,
) -> Result<Vec<Value>, Stopped> {
    let ended = match prepared.run(inputs, options) {
        Ok(values) => return Ok(interface.results(values)),
        Err(ended) => ended,
    };
    let stopped = |kind, diagnostic| Err(Stopped::of(kind, diagnostic));
    match ended {
        Ended::Failed { first, noted } => {
            let rendered = |failure: &Failing| interface.error(failure);
            Err(Stopped {
                noted: std::iter::once(&*first).chain(&noted).map(rendered).collect(),
                ..Stopped::of(StopKind::Error, rendered(&first))
            })
        }
        Ended::Refused(diagnostic) => {
            let diagnostic = Diagnostic {
                severity: Severity::Error,
                ..interface.refused(*diagnostic)
            };
            stopped(StopKind::Error, diagnostic)
        }
        Ended::Arguments { of, message, span } => {
            let diagnostic = Diagnostic::error(DPIA_E_ENTRY.refuse(misfit(of)), span, message);
            stopped(StopKind::Arguments, diagnostic)
        }
        Ended::Limit(what) => stopped(StopKind::Limit, limit(what)),
        Ended::Wrong(fault) => stopped(StopKind::Internal, fault.diagnostic()),
    }
}

/// The plan as it is executed for a target whose sub-groups have so many lanes.
///
/// # Errors
/// What the checker of kernels refuses.
pub fn prepared(plan: &Plan, target: Target, lanes: u8) -> Result<Prepared<'_>, Stopped> {
    let target = For {
        dialect: target.dialect(),
        lanes,
    };
    Prepared::new(plan, target).map_err(|refused| Stopped::of(StopKind::Internal, refused.diagnostic()))
}
