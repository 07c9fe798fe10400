//! An entry point that is compiled for a device and launched there often: of a program that becomes one launch plan, or a host program.

use super::host::Hosted;
use super::{EntryPoint, not_compiled};
use crate::device::{self, Device, Failure};
use crate::engine::{Argument, Program, Settings, StopKind};
use crate::profile::Ran;
use crate::tower::Language;
use elder_kernel::print_all;
use elder_opencl::run::{Executable, Running};
use elder_opencl::{Account, Error};
use elder_passes::Target;
use elder_syntax::{Diagnostic, Name, Span, Value};
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};

/// An entry point, compiled for a device.
pub struct Compiled<'d> {
    kind: Kind<'d>,
    /// What the passes took, the printing of kernels included.
    pub translation: Duration,
    /// What the device's compiler took, or finding its answer in the cache.
    pub building: Duration,
}

enum Kind<'d> {
    Plan(Box<EntryPoint>, Box<dyn Executable + 'd>),
    Host(Hosted<'d>, String),
}

/// An entry point with its arguments on a device.
pub struct Session<'s> {
    pub(super) account: Option<&'s Account>,
    pub(super) running: Box<dyn Running + 's>,
    /// The bytes of its arguments.
    pub taken: u64,
    /// Where kernels stand that have a better place than their statement of the host has.
    pub(super) places: Option<&'s FxHashMap<Name, Span>>,
    pub(super) results: Box<dyn Fn(Vec<Value>) -> Vec<Value> + 's>,
    pub(super) failed: Box<dyn Fn(&Error) -> Failure + 's>,
}

/// The bytes that values come to.
pub fn bytes_of(values: &[Value]) -> u64 {
    let bytes = |value: &Value| (value.data().len() * value.prim_type().bytes()) as u64;
    values.iter().map(bytes).sum()
}

impl<'d> Compiled<'d> {
    /// Compiles an entry point of a program of a language.
    ///
    /// # Errors
    /// What a pass or the device's compiler refuses, and languages that nothing compiles.
    pub fn of(
        (source, language): (&Program, &Language),
        entry: &str,
        device: &'d Device,
        settings: &Settings,
    ) -> Result<Compiled<'d>, Failure> {
        let target = Target::of(device.machine().dialect());
        let start = Instant::now();
        if language.is_hosted() {
            let hosted = Hosted::of(source, &[entry], target, settings)?;
            let program = hosted.compiled(source)?;
            hosted.printed(source, &program)?;
            let translation = start.elapsed();
            hosted.load(device, source, program)?;
            return Ok(Compiled {
                kind: Kind::Host(hosted, entry.to_owned()),
                translation,
                building: start.elapsed().saturating_sub(translation),
            });
        }
        if !language.is_compiled() {
            let message = not_compiled(language.declared);
            return Err(Failure {
                kind: StopKind::Unsupported,
                rejected: source.rejected(vec![Diagnostic::outside(message)]),
            });
        }
        let point = (source.entry_with(entry, &settings.overrides)).map_err(Failure::before)?;
        let plan = source.plan(&point, target).map_err(Failure::before)?;
        print_all(&[&plan.unit()], device.machine().dialect(), &Default::default());
        let translation = start.elapsed();
        let line_of = |span: Span| source.line_of(span);
        let loaded = (device.machine()).load_with_lines(vec![plan], device.options(), Some(&line_of));
        let loaded = loaded.map_err(|error| device::failed(source, &point, &error))?;
        Ok(Compiled {
            kind: Kind::Plan(Box::new(point), loaded),
            translation,
            building: start.elapsed().saturating_sub(translation),
        })
    }

    /// Takes arguments to the device.
    ///
    /// # Errors
    /// What the program or the device refuses.
    pub fn start<'s>(
        &'s self,
        device: &'d Device,
        source: &'s Program,
        given: Vec<Argument>,
    ) -> Result<Session<'s>, Failure> {
        match &self.kind {
            Kind::Host(hosted, entry) => hosted.start(device, source, entry, given),
            Kind::Plan(entry, loaded) => {
                let data = |argument: Argument| match argument {
                    Argument::Data(value) => Ok(value),
                    Argument::Opaque(_) => Err(Failure {
                        kind: StopKind::Arguments,
                        rejected: source
                            .rejected(vec![Diagnostic::outside("an argument has no data format")]),
                    }),
                };
                let values = given.into_iter().map(data).collect::<Result<_, _>>()?;
                let inputs = device::arguments(source, entry, values)?;
                let failed = |error: &Error| device::failed(source, entry, error);
                Ok(Session {
                    account: device.account(),
                    running: loaded.start(0, &inputs).map_err(|error| failed(&error))?,
                    taken: bytes_of(&inputs),
                    places: None,
                    results: Box::new(|values| entry.results(values)),
                    failed: Box::new(failed),
                })
            }
        }
    }
}

impl Session<'_> {
    /// Runs it once; what it took.  What it has used up is there again before.
    ///
    /// # Errors
    /// What the run or a kernel refuses.
    pub fn launch(&mut self) -> Result<Ran, Failure> {
        let failed = |error: Error| (self.failed)(&error);
        self.running.ready().map_err(failed)?;
        self.account.map(Account::take);
        let mut profile = self.running.launch().map_err(failed)?;
        let host = self.account.map(Account::take);
        for timed in &mut profile.entries {
            let own = self.places.and_then(|places| places.get(&timed.name));
            timed.place = own.copied().unwrap_or(timed.place);
        }
        Ok((profile, host))
    }

    /// What the last run gave.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn results(&mut self) -> Result<Vec<Value>, Failure> {
        let values = self.running.results();
        values
            .map(|values| (self.results)(values))
            .map_err(|error| (self.failed)(&error))
    }
}
