//! Programs that become host programs, on a device, many in one build: each ends as the definition of its language says.

use super::{Limit, Verdict, rendered};
use crate::compile::host::{failed, plans};
use crate::device::Device;
use crate::engine::core::interface;
use crate::engine::{Settings, StopKind};
use crate::finding;
use crate::judge::{Answer, End, Failures, Limits, Near, Terms, judge};
use crate::lowering::Lowering;
use crate::tower;
use elder_kernel::Plan;
use elder_kernel::host::{Program as Steps, joined};
use elder_opencl::{Error, Executable};
use elder_passes::core::plan::Shows;
use elder_passes::core::plan::schedule::Schedule;
use elder_passes::pass::Floats;
use elder_passes::programs::{Core, Host, Interface};
use elder_passes::{Stage, Target};
use elder_syntax::language::{Program, known};
use elder_syntax::{Diagnostic, Value};
use std::rc::Rc;

/// A program with runs of its entry points.
pub struct Asked {
    /// The program, as its pipeline takes it, with all of these entry points.
    pub written: Rc<dyn Program>,
    /// The runs.
    pub runs: Vec<Run>,
    /// The premises by which passes refuse legal programs, besides those that are of a fragment only.
    pub outside: &'static [&'static str],
}

/// A run.
pub struct Run {
    /// The entry point.
    pub entry: String,
    /// What it reads.
    pub inputs: Vec<Value>,
    /// How it has to end by the definition.
    pub expected: End,
}

impl Asked {
    /// The host program that the pipeline ends with, by the schedule of the program of Core before it, and that program.
    ///
    /// # Errors
    /// That it ends with none.
    pub(super) fn host(
        &self,
        target: Target,
        schedule: impl FnOnce(&Core) -> Schedule,
    ) -> Result<(Rc<dyn Program>, Host), Verdict> {
        let stage = Stage::of(self.written.clone());
        let positions = tower::onwards(self.written.language());
        let lowering = Lowering::along(stage, positions, target).map_err(|left| {
            let place = format!("refused by {}", left.position.name());
            let first = left.errors.first().and_then(|error| error.refusal);
            let is_known = first.is_some_and(|refusal| self.outside.contains(&refusal.to_string().as_str()));
            refused(&left.errors, &place, left.is_outside || is_known)
        })?;
        let none = || Verdict::Limit(Limit::Refused("no host program".to_owned()));
        let made = lowering.steps_taken().zip(&lowering.made).last();
        let ((_, before), (_, last)) = made.ok_or_else(none)?;
        known::<Host>(&*last.program).ok_or_else(none)?;
        let core = known::<Core>(&*before.program).ok_or_else(none)?;
        let host = Host::of(core, schedule(core), Shows::Results);
        let host = host.map_err(|errors| refused(&errors, "refused by plan", false))?;
        Ok((before.program.clone(), host))
    }
}

/// Tiny machines but for one in four, by the program alone: who runs it again by itself runs the same.
fn drawn(core: &Core, target: Target) -> Schedule {
    match core.program.names.len() as u64 {
        seed if seed.is_multiple_of(4) => Schedule::of(target),
        seed => Schedule::tiny(seed / 4),
    }
}

/// What is said where somebody refuses: a limit by the rule if the program is outside of what it takes, else a finding.
fn refused(errors: &[Diagnostic], place: &str, is_outside: bool) -> Verdict {
    let first = errors.first().and_then(|error| error.refusal);
    match first.filter(|_| is_outside) {
        Some(refusal) => Verdict::Limit(Limit::refused(refusal)),
        None => Verdict::differ(place, rendered(errors)),
    }
}

/// A program that is compiled.
struct Compiled {
    /// What the host program is made of.
    core: Rc<dyn Program>,
    host: Host,
    program: Steps<Plan>,
    asked: Asked,
}

/// The verdict on each of these programs, compiled together for the device.
pub fn agree(
    programs: Vec<Result<Vec<Asked>, Verdict>>,
    device: &Device,
    settings: &Settings,
) -> Vec<Verdict> {
    let target = Target::of(device.machine().dialect());
    let compiled = programs.into_iter().map(|asked| {
        let each = asked?.into_iter().map(|asked| Compiled::of(asked, target));
        each.collect::<Result<Vec<_>, Verdict>>()
    });
    let mut compiled: Vec<Result<Vec<Compiled>, Verdict>> = compiled.collect();
    together(&mut compiled, device, settings);
    compiled
        .into_iter()
        .map(|judged| judged.err().unwrap_or(Verdict::Agree))
        .collect()
}

/// Compiles programs together and runs them; those that do not end as they have to become verdicts.
fn together(all: &mut [Result<Vec<Compiled>, Verdict>], device: &Device, settings: &Settings) {
    let points = all
        .iter()
        .flatten()
        .flatten()
        .map(|compiled| compiled.program.clone());
    let program = joined(points.collect());
    let loaded = match device.machine().load_program(program, device.options(), None) {
        Ok(loaded) => loaded,
        Err(error) => {
            // The build of all fails if that of one does; alone each shows which it is.
            match all {
                [] => {}
                [own] => *own = Err(Verdict::differ("build", error.to_string())),
                all => all.chunks_mut(1).for_each(|own| together(own, device, settings)),
            }
            return;
        }
    };
    let mut point = 0;
    for judged in all {
        let Ok(compiled) = judged else { continue };
        let mut own = point;
        point += compiled.iter().map(|own| own.program.points.len()).sum::<usize>();
        let verdict = compiled.iter().try_for_each(|compiled| {
            let ran = compiled.ran(&*loaded, own, device, settings);
            own += compiled.program.points.len();
            ran
        });
        if let Err(verdict) = verdict {
            *judged = Err(verdict);
        }
    }
}

impl Compiled {
    /// The program along its pipeline, with a launch plan for each entry.
    ///
    /// # Errors
    /// That it does not lead to a host program, or not to a device.
    fn of(asked: Asked, target: Target) -> Result<Compiled, Verdict> {
        let (core, host) = asked.host(target, |core| drawn(core, target))?;
        let program = plans(&host.program, &target).map_err(|errors| {
            let is_of_target = errors.iter().all(|error| error.refusal.is_some());
            refused(&errors, "translation", is_of_target)
        })?;
        Ok(Compiled {
            core,
            host,
            program,
            asked,
        })
    }

    /// The verdict on each of the runs, where its entry points are loaded from this one on.
    fn ran(
        &self,
        loaded: &dyn Executable,
        first: usize,
        device: &Device,
        settings: &Settings,
    ) -> Result<(), Verdict> {
        let name = device.machine().name();
        for run in &self.asked.runs {
            let Run {
                entry,
                inputs,
                expected,
            } = run;
            let mut points = self.program.points.iter();
            let Some(point) = points.position(|point| point.name == entry.as_str()) else {
                return Err(Verdict::differ(name, "the entry point is gone"));
            };
            let actual = match loaded.run(first + point, inputs) {
                Ok(outcome) => Ok(interface::results(&self.host.interface, entry, outcome.values)),
                Err(error) => match error.cause() {
                    Error::OutOfMemory { .. } | Error::Limit { .. } => {
                        return Err(Verdict::Limit(Limit::Device));
                    }
                    _ => Err(failed(&self.host, &error)),
                },
            };
            let terms = Terms {
                near: Near::of(
                    Floats::Reassociated,
                    true,
                    finding::is_derived(&*self.asked.written),
                ),
                failures: Failures::Any,
                limits: Limits::Other,
                fits: !matches!(self.host.interface, Interface::Same),
                ..Terms::SAME
            };
            // What is said of arguments that do not fit is said in other ways, but they are not taken.
            if actual.is_ok() && matches!(expected, Err(failed) if failed.kind == StopKind::Arguments) {
                return Err(Verdict::differ(name, "arguments that do not fit are taken"));
            }
            let answer = judge(expected, &actual, &terms);
            if matches!(answer, Answer::Differ(_)) && self.is_determined(run, settings) {
                Verdict::of(|class| format!("{name}: {class}"), answer)?;
            }
        }
        Ok(())
    }

    /// Whether the program ends so whatever a run chooses, and so does the program of Core that it became: there operators that do not keep what they owe are
    /// combined in any order, which in Futhark's definition they are not.
    fn is_determined(&self, run: &Run, settings: &Settings) -> bool {
        let Run {
            entry,
            inputs,
            expected,
        } = run;
        finding::is_determined(&*self.asked.written, expected, entry, inputs, settings)
            && finding::run(&*self.core, entry, inputs, settings).is_none_or(|outcome| {
                finding::is_determined(&*self.core, &outcome.results, entry, inputs, settings)
            })
    }
}
