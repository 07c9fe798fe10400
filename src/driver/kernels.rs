//! Compiled programs without a device: their launch plans are checked, and executed by the reference semantics of kernels.
//!
//! What has no value is said as a device says it: by the rules of the language that the program was written in ([`Border`]).  What no kernel may
//! do is a mistake of the compiler, with the rule of kernels that it breaks.

use crate::compile::{Border, EntryPoint};
use crate::device::Failure;
use crate::engine::{Limits, Program, StopKind};
use elder_dpia::rules::evaluation::DPIA_E_ENTRY;
use elder_engine::kernel::{limit, misfit};
use elder_kernel::Plan;
use elder_kernel::check::Target as For;
use elder_kernel::plan::Failure as Failed;
use elder_passes::Target;
use elder_semantics::kernel::{Ended, Options, Prepared};
use elder_syntax::diagnostic::Severity;
use elder_syntax::value::{Tolerance, compare};
use elder_syntax::{Diagnostic, Value};

/// Why a plan gives no values.
#[derive(Debug)]
pub struct Stopped {
    /// The sort.
    pub kind: StopKind,
    /// What is wrong.
    pub diagnostic: Box<Diagnostic>,
    /// All failures of kernels, the one that is said and others: of several any may be the first, since items have no order.
    pub noted: Vec<Diagnostic>,
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
        kind: stopped.kind,
        rejected: source.rejected(vec![*stopped.diagnostic]),
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
    let values = execute(&prepared, entry.border(), &inputs, &options).map_err(refused)?;
    if prepared.has_wide() {
        let other = Options {
            wide: true,
            reversed: true,
            ..options
        };
        let again = execute(&prepared, entry.border(), &inputs, &other).map_err(refused)?;
        let mut pairs = values.iter().zip(&again);
        let difference = pairs.find_map(|(a, b)| compare::difference(b, a, Tolerance::Bitwise));
        if let Some(difference) = difference {
            let message = format!("with wide indexes and reversed groups: {difference}");
            return Err(refused(Stopped {
                kind: StopKind::Internal,
                diagnostic: Box::new(Diagnostic::outside(message)),
                noted: vec![],
            }));
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
    border: &dyn Border,
    inputs: &[Value],
    options: &Options,
) -> Result<Vec<Value>, Stopped> {
    let ended = match prepared.run(inputs, options) {
        Ok(values) => return Ok(border.results(values)),
        Err(ended) => ended,
    };
    let stopped = |kind, diagnostic| {
        Err(Stopped {
            kind,
            diagnostic: Box::new(diagnostic),
            noted: vec![],
        })
    };
    match ended {
        Ended::Failed { first, noted } => {
            let said = |failure: &Failed| border.error(failure);
            Err(Stopped {
                kind: StopKind::Error,
                diagnostic: Box::new(said(&first)),
                noted: std::iter::once(&*first).chain(&noted).map(said).collect(),
            })
        }
        Ended::Refused(diagnostic) => {
            let diagnostic = Diagnostic {
                severity: Severity::Error,
                ..border.refused(*diagnostic)
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
    Prepared::new(plan, target).map_err(|refused| Stopped {
        kind: StopKind::Internal,
        diagnostic: Box::new(refused.diagnostic()),
        noted: vec![],
    })
}
