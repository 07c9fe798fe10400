//! Programs whose pipeline ends in a host program: its entries compiled, and run on a device.

use crate::device::{Device, Failure, failure};
use crate::engine::core::{arguments, interface};
use crate::engine::host::said;
use crate::engine::{Argument, Program, Settings, StopKind};
use elder_kernel::Plan;
use elder_kernel::host::{Entry, Program as Steps};
use elder_opencl::Profile;
use elder_passes::Target;
use elder_passes::programs::Host;
use elder_syntax::language::known;
use elder_syntax::{Diagnostic, Span, Value};
use std::cell::OnceCell;
use std::rc::Rc;

/// The position behind which a program is one of the host.
pub const POSITION: &str = "plan";

/// A host program with its entries compiled for a device.
pub struct Hosted {
    stage: Rc<dyn elder_syntax::language::Program>,
    compiled: OnceCell<Steps<Plan>>,
    target: Target,
}

impl Hosted {
    /// What the passes make of a program with this entry point, for a target.
    ///
    /// # Errors
    /// What a pass refuses.
    pub fn of(source: &Program, entry: &str, target: Target, settings: &Settings) -> Result<Hosted, Failure> {
        let stage = source
            .stage_after(POSITION, entry, settings)
            .map_err(|failed| Failure {
                kind: failed.kind,
                rejected: source.rejected(vec![*failed.diagnostic]),
            })?;
        Ok(Hosted {
            stage,
            compiled: OnceCell::new(),
            target,
        })
    }

    fn host(&self, source: &Program) -> Result<&Host, Failure> {
        let other = || Failure {
            kind: StopKind::Internal,
            rejected: source.rejected(vec![Diagnostic::outside("a program that is not of the host")]),
        };
        known::<Host>(&*self.stage).ok_or_else(other)
    }

    /// The program with a launch plan for each entry.
    ///
    /// # Errors
    /// What a pass of DPIA refuses, which is a mistake of Elder's.
    pub fn compiled(&self, source: &Program) -> Result<&Steps<Plan>, Failure> {
        if let Some(compiled) = self.compiled.get() {
            return Ok(compiled);
        }
        let host = self.host(source)?;
        let mut entries = Vec::new();
        for entry in &host.program.entries {
            let plan = elder_passes::plan(&entry.what, &self.target).map_err(|errors| Failure {
                kind: StopKind::Internal,
                rejected: source.rejected(errors),
            })?;
            entries.push(Entry {
                name: entry.name.clone(),
                interface: entry.interface.clone(),
                what: plan,
            });
        }
        let program = Steps {
            entries,
            constants: host.program.constants.clone(),
            points: host.program.points.clone(),
        };
        Ok(self.compiled.get_or_init(|| program))
    }

    /// Runs an entry point on a device.
    ///
    /// # Errors
    /// What a pass, the device's compiler, the run or a kernel refuses.
    pub fn run(
        &self,
        device: &Device,
        source: &Program,
        entry: &str,
        given: Vec<Argument>,
    ) -> Result<(Vec<Value>, Profile), Failure> {
        let host = self.host(source)?;
        let refused = |failed: crate::engine::Failed| Failure {
            kind: failed.kind,
            rejected: source.rejected(vec![*failed.diagnostic]),
        };
        let inputs =
            arguments::components(&host.interface, host.parameters(entry), given).map_err(refused)?;
        let program = self.compiled(source)?.clone();
        let line_of = |span: Span| source.line_of(span);
        let errs = |error: elder_opencl::Error| {
            let failure = failure(source, &error, &said, &|diagnostic| diagnostic);
            let failed = crate::engine::Failed {
                kind: failure.kind,
                diagnostic: Box::new(
                    failure
                        .rejected
                        .diagnostics
                        .into_iter()
                        .next()
                        .unwrap_or_else(|| Diagnostic::outside("the device fails")),
                ),
            };
            refused(interface::failed(&host.interface, failed))
        };
        let loaded = device
            .machine()
            .load_program(program, device.options(), Some(&line_of))
            .map_err(errs)?;
        let Some(point) = loaded.point(entry) else {
            return Err(Failure {
                kind: StopKind::Arguments,
                rejected: source.rejected(vec![Diagnostic::outside(format!(
                    "there is no entry point `{entry}`"
                ))]),
            });
        };
        let outcome = loaded.run(point, &inputs).map_err(errs)?;
        Ok((
            interface::results(&host.interface, outcome.values),
            outcome.profile,
        ))
    }
}
