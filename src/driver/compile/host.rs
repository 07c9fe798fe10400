//! Programs whose pipeline ends in a host program: its entries compiled, and run on a device.

use crate::device::{Device, Failure, failure};
use crate::engine::core::{arguments, interface};
use crate::engine::host::said;
use crate::engine::{Argument, Failed, Program, Settings, StopKind};
use elder_kernel::Plan;
use elder_kernel::host::{Entry, Program as Steps};
use elder_opencl::{Executable, Profile};
use elder_passes::Target;
use elder_passes::programs::Host;
use elder_syntax::language::known;
use elder_syntax::{Diagnostic, Span, Value};
use std::cell::OnceCell;
use std::rc::Rc;

/// The position behind which a program is one of the host.
pub const POSITION: &str = "plan";

/// A host program for a target; it is loaded once on a device, however often it is run.
pub struct Hosted<'d> {
    stage: Rc<dyn elder_syntax::language::Program>,
    target: Target,
    loaded: OnceCell<Box<dyn Executable + 'd>>,
}

impl<'d> Hosted<'d> {
    /// What the passes make of a program with this entry point, for a target.
    ///
    /// # Errors
    /// What a pass refuses.
    pub fn of(
        source: &Program,
        entry: &str,
        target: Target,
        settings: &Settings,
    ) -> Result<Hosted<'d>, Failure> {
        let stage = source
            .stage_after(POSITION, entry, settings)
            .map_err(|failed| Failure {
                kind: failed.kind,
                rejected: source.rejected(vec![*failed.diagnostic]),
            })?;
        Ok(Hosted {
            stage,
            target,
            loaded: OnceCell::new(),
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
    pub fn compiled(&self, source: &Program) -> Result<Steps<Plan>, Failure> {
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
                span: entry.span,
            });
        }
        Ok(Steps {
            entries,
            constants: host.program.constants.clone(),
            points: host.program.points.clone(),
        })
    }

    /// The program on a device, compiled there when it is run first.
    fn loaded(&self, device: &'d Device, source: &Program) -> Result<&(dyn Executable + 'd), Failure> {
        if let Some(loaded) = self.loaded.get() {
            return Ok(&**loaded);
        }
        let line_of = |span: Span| source.line_of(span);
        let program = self.compiled(source)?;
        let loaded = device
            .machine()
            .load_program(program, device.options(), Some(&line_of))
            .map_err(|error| self.failed(source, &error))?;
        Ok(&**self.loaded.get_or_init(|| loaded))
    }

    /// An error of the runtime by the rules of the program that was written.
    fn failed(&self, source: &Program, error: &elder_opencl::Error) -> Failure {
        let failure = failure(source, error, &said, &|diagnostic| diagnostic);
        let host = match self.host(source) {
            Ok(host) => host,
            Err(other) => return other,
        };
        let first = failure.rejected.diagnostics.into_iter().next();
        let failed = interface::failed(
            &host.interface,
            Failed {
                kind: failure.kind,
                diagnostic: Box::new(first.unwrap_or_else(|| Diagnostic::outside("the device fails"))),
            },
        );
        Failure {
            kind: failed.kind,
            rejected: source.rejected(vec![*failed.diagnostic]),
        }
    }

    /// Runs an entry point on a device, the same one every time.
    ///
    /// # Errors
    /// What a pass, the device's compiler, the run or a kernel refuses.
    pub fn run(
        &self,
        device: &'d Device,
        source: &Program,
        entry: &str,
        given: Vec<Argument>,
    ) -> Result<(Vec<Value>, Profile), Failure> {
        let host = self.host(source)?;
        let inputs = arguments::components(&host.interface, host.parameters(entry), given).map_err(
            |failed| Failure {
                kind: failed.kind,
                rejected: source.rejected(vec![*failed.diagnostic]),
            },
        )?;
        let loaded = self.loaded(device, source)?;
        let Some(point) = loaded.point(entry) else {
            return Err(Failure {
                kind: StopKind::Arguments,
                rejected: source.rejected(vec![Diagnostic::outside(format!(
                    "there is no entry point `{entry}`"
                ))]),
            });
        };
        let outcome = loaded
            .run(point, &inputs)
            .map_err(|error| self.failed(source, &error))?;
        Ok((
            interface::results(&host.interface, outcome.values),
            outcome.profile,
        ))
    }
}
