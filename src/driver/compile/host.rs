//! Programs whose pipeline ends in a host program: its entries compiled, and run on a device.

use super::session::{Session, bytes_of};
use crate::device::{Device, Failure, failure};
use crate::engine::core::{arguments, interface};
use crate::engine::host::said;
use crate::engine::{Argument, Failed, Program, Settings, StopKind};
use elder_dpia::Entry as DpiaEntry;
use elder_kernel::c::{Function, Stmt, StmtKind, Unit};
use elder_kernel::host::{Interface, Program as Steps};
use elder_kernel::print::{Options, public_name};
use elder_kernel::rules::host::KER_H_LIMIT;
use elder_kernel::{Plan, print_all};
use elder_opencl::{Executable, Profile};
use elder_passes::Target;
use elder_passes::programs::Host;
use elder_syntax::language::{Program as Stage, known};
use elder_syntax::{Diagnostic, Name, Refusal, Span, Value};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// The position behind which a program is one of the host.
pub const POSITION: &str = "plan";

/// A host program with a launch plan for each entry.
///
/// # Errors
/// What a pass of DPIA refuses.
pub(crate) fn plans(program: &Steps<DpiaEntry>, target: &Target) -> Result<Steps<Plan>, Vec<Diagnostic>> {
    let plan = |_: &Name, _: &Interface, entry: DpiaEntry| elder_passes::plan(&entry, target);
    program.clone().with_entries(plan)
}

/// A runtime's error as the failure of a run, by the rules of the program that was written.
pub(crate) fn failed(host: &Host, error: &elder_opencl::Error) -> Failed {
    let (kind, mut diagnostic) = failure(error, &said, &|diagnostic| diagnostic);
    diagnostic.refusal = match error.cause() {
        elder_opencl::Error::OutOfMemory { .. } => Some(KER_H_LIMIT.refuse("memory")),
        elder_opencl::Error::Limit { .. } => Some(Refusal {
            rule: &KER_H_LIMIT,
            premise: None,
        }),
        _ => diagnostic.refusal,
    };
    let diagnostic = Box::new(diagnostic);
    interface::failed(&host.interface, Failed { kind, diagnostic })
}

/// What the passes make of a program with these entry points.
///
/// # Errors
/// What a pass refuses.
pub(crate) fn stage(
    source: &Program,
    roots: &[&str],
    target: Target,
    settings: &Settings,
) -> Result<Rc<dyn Stage>, Failure> {
    let made = source.stage_after(POSITION, (roots, target), settings);
    made.map_err(|failed| refused(source, failed))
}

/// A failure as that of the program.
fn refused(source: &Program, failed: Failed) -> Failure {
    Failure {
        kind: failed.kind,
        rejected: source.rejected(vec![*failed.diagnostic]),
    }
}

/// A host program for a target; it is loaded once on a device, however often it is run.
pub struct Hosted<'d> {
    stage: Rc<dyn Stage>,
    target: Target,
    loaded: OnceCell<(Box<dyn Executable + 'd>, Places)>,
}

/// Where what kernels do stands in the file of the program, of those of which something does: what a library does for it has no such place.
type Places = FxHashMap<Name, Span>;

impl<'d> Hosted<'d> {
    /// What the passes make of a program with these entry points, for a target.
    ///
    /// # Errors
    /// What a pass refuses.
    pub fn of(
        source: &Program,
        roots: &[&str],
        target: Target,
        settings: &Settings,
    ) -> Result<Hosted<'d>, Failure> {
        Ok(Hosted::made(stage(source, roots, target, settings)?, target))
    }

    /// What passes made, for a target.
    pub fn made(stage: Rc<dyn Stage>, target: Target) -> Hosted<'d> {
        Hosted {
            stage,
            target,
            loaded: OnceCell::new(),
        }
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
        let mut program = plans(&host.program, &self.target).map_err(|errors| Failure {
            kind: StopKind::Internal,
            rejected: source.rejected(errors),
        })?;
        for entry in &mut program.entries {
            if let Some(place) = place(source, host, entry.span) {
                let wide = entry.what.wide.as_deref_mut().map(|wide| &mut wide.kernels);
                let kernels = entry.what.kernels.iter_mut().chain(wide.into_iter().flatten());
                kernels.for_each(|kernel| kernel.function.comment = Some(place.clone()));
            }
        }
        Ok(program)
    }

    /// The text of the kernels of all entries.
    ///
    /// # Errors
    /// As [`Hosted::compiled`].
    pub fn text(&self, source: &Program) -> Result<String, Failure> {
        let compiled = self.compiled(source)?;
        self.printed(source, &compiled)
    }

    pub(super) fn printed(&self, source: &Program, compiled: &Steps<Plan>) -> Result<String, Failure> {
        let host = self.host(source)?;
        let units: Vec<Unit> = compiled.entries.iter().map(|entry| entry.what.unit()).collect();
        let line_of = |span: Span| line_of(source, host, span);
        let options = Options {
            line_of: Some(&line_of),
            ..Options::default()
        };
        Ok(print_all(&units.iter().collect::<Vec<_>>(), self.target.dialect(), &options).text)
    }

    /// The text of all kernels, and that of the host program with the launch plan of each entry beneath, as they are for others to run; with the kernels
    /// that compute indexes in 64 bits if `wide` says so.
    ///
    /// # Errors
    /// As [`Hosted::compiled`].
    pub fn published(&self, source: &Program, wide: bool) -> Result<(String, String), Failure> {
        let mut compiled = self.compiled(source)?;
        for entry in &mut compiled.entries {
            if let (true, Some(plan)) = (wide, entry.what.wide.take()) {
                entry.what = *plan;
            }
        }
        // One unit alone is printed with its own names.
        let kernels = match compiled.entries.as_mut_slice() {
            [only] => {
                only.what = only.what.clone().published();
                self.printed(source, &compiled)?
            }
            _ => {
                let kernels = self.printed(source, &compiled)?;
                for (number, entry) in compiled.entries.iter_mut().enumerate() {
                    for kernel in &mut entry.what.kernels {
                        kernel.function.name = public_name(&kernel.function.name, number);
                    }
                }
                kernels
            }
        };
        let mut text = compiled.to_string();
        for entry in &compiled.entries {
            text.push('\n');
            text.push_str(&entry.what.to_string());
        }
        Ok((kernels, text))
    }

    /// The program on a device, compiled there when it is asked for first.
    ///
    /// # Errors
    /// What a pass of DPIA or the device's compiler refuses.
    pub(crate) fn loaded(
        &self,
        device: &'d Device,
        source: &Program,
    ) -> Result<&(dyn Executable + 'd), Failure> {
        if let Some(loaded) = self.loaded.get() {
            return Ok(&*loaded.0);
        }
        self.load(device, source, self.compiled(source)?)
    }

    /// The same of what was compiled.
    pub(super) fn load(
        &self,
        device: &'d Device,
        source: &Program,
        program: Steps<Plan>,
    ) -> Result<&(dyn Executable + 'd), Failure> {
        let host = self.host(source)?;
        let line_of = |span: Span| line_of(source, host, span);
        let places = places(host, &program);
        let loaded = device
            .machine()
            .load_program(program, device.options(), Some(&line_of))
            .map_err(|error| self.failed(source, &error))?;
        Ok(&*self.loaded.get_or_init(|| (loaded, places)).0)
    }

    /// An error of the runtime by the rules of the program that was written.
    fn failed(&self, source: &Program, error: &elder_opencl::Error) -> Failure {
        let failed = match self.host(source) {
            Ok(host) => failed(host, error),
            Err(other) => return other,
        };
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
        let (loaded, point, inputs) = self.called(device, source, entry, given)?;
        let outcome = loaded
            .run(point, &inputs)
            .map_err(|error| self.failed(source, &error))?;
        Ok((
            interface::results(&self.host(source)?.interface, entry, outcome.values),
            outcome.profile,
        ))
    }

    /// The program on a device, the number of an entry point, and the arguments as it takes them.
    fn called(
        &self,
        device: &'d Device,
        source: &Program,
        entry: &str,
        given: Vec<Argument>,
    ) -> Result<(&(dyn Executable + 'd), usize, Vec<Value>), Failure> {
        let host = self.host(source)?;
        let own = (entry, host.parameters(entry));
        let inputs = arguments::components(&host.interface, own, given);
        let inputs = inputs.map_err(|failed| refused(source, failed))?;
        let loaded = self.loaded(device, source)?;
        match loaded.point(entry) {
            Some(point) => Ok((loaded, point, inputs)),
            None => Err(Failure {
                kind: StopKind::Arguments,
                rejected: source.rejected(vec![Diagnostic::outside(format!(
                    "there is no entry point `{entry}`"
                ))]),
            }),
        }
    }

    /// An entry point with its arguments on a device.
    ///
    /// # Errors
    /// What a pass, the device's compiler or the transfer refuses.
    pub(crate) fn start<'s>(
        &'s self,
        device: &'d Device,
        source: &'s Program,
        entry: &'s str,
        given: Vec<Argument>,
    ) -> Result<Session<'s>, Failure> {
        let (loaded, point, inputs) = self.called(device, source, entry, given)?;
        let host = self.host(source)?;
        let running = loaded.start(point, &inputs);
        Ok(Session {
            account: device.account(),
            running: running.map_err(|error| self.failed(source, &error))?,
            taken: bytes_of(&inputs),
            places: self.loaded.get().map(|(_, places)| places),
            results: Box::new(move |values| interface::results(&host.interface, entry, values)),
            failed: Box::new(move |error| self.failed(source, error)),
        })
    }
}

/// Whether a place is in the file of the program: its entry points are there.
fn is_own(host: &Host, span: Span) -> bool {
    (host.program.points.iter()).any(|point| point.span.source == span.source)
}

/// The first place of each kernel that is in the file of the program.
fn places(host: &Host, program: &Steps<Plan>) -> Places {
    let kernels = program.entries.iter().flat_map(|entry| {
        let wide = entry.what.wide.iter().flat_map(|wide| &wide.kernels);
        entry.what.kernels.iter().chain(wide)
    });
    let functions = kernels.map(|kernel| &kernel.function);
    let first = |function: &Function| {
        let own = Some(function.span).filter(|span| is_own(host, *span));
        own.or_else(|| own_place(host, &function.body))
    };
    functions
        .filter_map(|function| Some((function.name.clone(), first(function)?)))
        .collect()
}

/// The first of these statements, or of those within them, that stands in the file of the program.
fn own_place(host: &Host, statements: &[Stmt]) -> Option<Span> {
    statements.iter().find_map(|stmt| {
        let within = || match &stmt.kind {
            StmtKind::For(of) => own_place(host, &of.body),
            StmtKind::While(_, body) | StmtKind::Block(body) => own_place(host, body),
            StmtKind::If(_, then, otherwise) | StmtKind::Subgroups(_, then, otherwise) => {
                own_place(host, then).or_else(|| own_place(host, otherwise))
            }
            _ => None,
        };
        Some(stmt.span).filter(|span| is_own(host, *span)).or_else(within)
    })
}

/// The number of the line of a place in the file of the program; that of a library says nothing without the library's name.
fn line_of(source: &Program, host: &Host, span: Span) -> Option<usize> {
    is_own(host, span).then(|| source.line_of(span)).flatten()
}

/// Where what an entry does stands.
fn place(source: &Program, host: &Host, span: Span) -> Option<String> {
    let line = source.line_of(span)?;
    match is_own(host, span) {
        true => Some(format!("of line {line}")),
        false => Some(format!(
            "of line {line} of {}",
            source.sources().get(span.source)?.name
        )),
    }
}
