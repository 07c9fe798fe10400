//! Programs that become host programs, launch by launch without a device: at each launch the kernels that an entry becomes, for every target and with narrow
//! and wide indexes, as their reference semantics executes them, leave what the entry does by the semantics of DPIA.

use super::hosts::Asked;
use super::{Verdict, rendered};
use crate::compile::host::plans;
use crate::engine::Settings;
use crate::finding::CHOICES;
use elder_kernel::Plan;
use elder_kernel::check::Target as For;
use elder_kernel::host::Program as Steps;
use elder_kernel::plan::Parameter;
use elder_passes::Target;
use elder_passes::core::plan::schedule::Schedule;
use elder_semantics::failure::Run;
use elder_semantics::kernel::program::cells::Cells;
use elder_semantics::kernel::program::dpia::DpiaEntries;
use elder_semantics::kernel::program::{self, Call, Done, Entries};
use elder_semantics::kernel::{Ended, Options, Prepared};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::{Tolerance, compare};

/// Statements of kernels that a launch may take; one that takes more shows nothing.
const FUEL: u64 = 2_000_000;

/// Bytes that it may have.
const MEMORY: usize = 1 << 26;

/// The work-items of a group for OpenCL, by turns: one, few, and as many as a warp has.
const ITEMS: [u16; 3] = [1, 4, 32];

/// The verdict on the kernels of a program; `turn` says how they are executed.
pub fn agree(programs: Result<Vec<Asked>, Verdict>, settings: &Settings, turn: usize) -> Verdict {
    let judged = programs.and_then(|all| all.iter().try_for_each(|asked| judged(asked, settings, turn)));
    judged.err().unwrap_or(Verdict::Agree)
}

fn judged(asked: &Asked, settings: &Settings, turn: usize) -> Result<(), Verdict> {
    let (_, host) = asked.host(Target::OPENCL, |_| Schedule::tiny(turn as u64))?;
    // What is left of the turn behind the schedule.
    let turn = turn / usize::try_from(Schedule::TINY).unwrap_or(1);
    let items = ITEMS.get(turn % ITEMS.len()).copied().unwrap_or(1);
    let mut compiled: Vec<(Target, Steps<Plan>)> = Vec::new();
    for target in [Target::OpenMp, Target::OpenCl { items }] {
        match plans(&host.program, &target) {
            Ok(program) => compiled.push((target, program)),
            // What one target has not, it refuses by rule.
            Err(errors) if errors.iter().all(|error| error.refusal.is_some()) => {}
            Err(errors) => {
                let place = format!("translation for {target:?}");
                return Err(Verdict::differ(place, rendered(&errors)));
            }
        }
    }
    let mut prepared = Vec::new();
    for (target, program) in &compiled {
        let mut entries = Vec::new();
        for entry in &program.entries {
            let of = For {
                dialect: target.dialect(),
                lanes: 0,
            };
            let ready = Prepared::new(&entry.what, of).map_err(|refused| {
                let message = format!("`{}`: {}", entry.name, refused.diagnostic().message);
                Verdict::differ(format!("kernels for {target:?}, ill-formed"), message)
            })?;
            entries.push((&entry.what, ready));
        }
        prepared.push((*target, entries));
    }
    for run in &asked.runs {
        let options = settings.options();
        let entries = DpiaEntries::new(&host.program, &options)
            .map_err(|errors| Verdict::differ("the entries", rendered(&errors)))?;
        let mut kernels = Kernels {
            host: &host.program,
            settings,
            entries,
            prepared: &prepared,
            reversed: (turn / ITEMS.len()).is_multiple_of(2),
            found: None,
        };
        program::run(&host.program, &run.entry, &run.inputs, &mut kernels, &options);
        if let Some((place, message)) = kernels.found {
            return Err(Verdict::differ(place, message));
        }
    }
    Ok(())
}

/// The kernels of the entries of a program, for a target.
type Ready<'p> = (Target, Vec<(&'p Plan, Prepared<'p>)>);

/// Entries whose kernels are executed beside them.
struct Kernels<'p> {
    host: &'p Steps<elder_dpia::Entry>,
    settings: &'p Settings,
    entries: DpiaEntries,
    prepared: &'p [Ready<'p>],
    reversed: bool,
    found: Option<(String, String)>,
}

impl Entries for Kernels<'_> {
    fn run(&mut self, call: Call<'_>) -> Run<Done> {
        let done = self.entries.run(call.clone())?;
        if self.found.is_none() {
            self.found = self.differing(&call, &done);
        }
        Ok(done)
    }
}

impl Kernels<'_> {
    /// For which target kernels leave something else than the entry, and what.
    fn differing(&self, call: &Call<'_>, done: &Done) -> Option<(String, String)> {
        for (target, entries) in self.prepared {
            let (plan, prepared) = entries.get(call.entry)?;
            for wide in [false, true] {
                if wide && !prepared.has_wide() {
                    continue;
                }
                let options = Options {
                    fuel: FUEL,
                    memory: MEMORY,
                    wide,
                    reversed: self.reversed != wide,
                    cut: false,
                };
                let class = match prepared.leaves(&inputs(call)?, &options) {
                    Ok(left) => another(plan, call, &left, done),
                    Err(Ended::Limit(_)) => None,
                    Err(Ended::Failed { first, .. }) => Some(first.diagnostic().message),
                    Err(Ended::Refused(diagnostic)) => Some(diagnostic.message),
                    Err(Ended::Arguments { message, .. }) => Some(message),
                    Err(Ended::Wrong(fault)) => Some(fault.diagnostic().message),
                };
                let Some(message) = class else { continue };
                if self.is_open(call, done) {
                    return None;
                }
                let name = self
                    .host
                    .entries
                    .get(call.entry)
                    .map_or("?", |entry| &*entry.name);
                let how = if wide { ", wide" } else { "" };
                return Some((
                    format!("kernels for {target:?}{how}: a launch"),
                    format!("the launch of `{name}` at {:?}: {message}", call.sizes),
                ));
            }
        }
        None
    }

    /// Whether what an entry leaves depends on choices, or it leaves something open.
    fn is_open(&self, call: &Call<'_>, done: &Done) -> bool {
        (0..CHOICES).any(|seed| {
            let settings = Settings {
                seed,
                ..*self.settings
            };
            let entries = DpiaEntries::new(self.host, &settings.options());
            let Some(other) = entries.ok().and_then(|mut own| own.run(call.clone()).ok()) else {
                return true;
            };
            let own = done.writes.iter().chain(&done.updates);
            let mut pairs = own.zip(other.writes.iter().chain(&other.updates));
            pairs.any(|(own, other)| differs(own, other).is_some())
        })
    }
}

/// What a plan takes: sizes, scalars, and blocks that are read, and those that are updated.
fn inputs(call: &Call<'_>) -> Option<Vec<Value>> {
    let sizes = call.sizes.iter().map(|size| Value::scalar(PrimValue::I64(*size)));
    let scalars = call.scalars.iter().map(|scalar| Value::scalar(*scalar));
    let blocks = call.reads.iter().chain(call.updates);
    let blocks: Option<Vec<Value>> = blocks
        .map(|cells| Value::new(vec![cells.count()], cells.data().clone()))
        .collect();
    Some(sizes.chain(scalars).chain(blocks?).collect())
}

/// How the results of a plan are other blocks than those that the entry leaves.
fn another(plan: &Plan, call: &Call<'_>, left: &[Cells], done: &Done) -> Option<String> {
    let alone = call.sizes.len() + call.scalars.len() + call.reads.len();
    let mut writes = done.writes.iter();
    for (result, actual) in plan.results.iter().zip(left) {
        let place = |parameter: &Parameter| {
            (parameter.place.as_ref()).is_some_and(|place| place.buffer == result.place.buffer)
        };
        let update = plan.parameters.iter().skip(alone).position(place);
        let expected = match update {
            Some(update) => done.updates.get(update),
            None => writes.next(),
        };
        if let Some(difference) = differs(expected?, actual) {
            return Some(difference);
        }
    }
    None
}

/// The first element that was written as another one, or was not.  What is not `expected` at an element may be anything there.
fn differs(expected: &Cells, actual: &Cells) -> Option<String> {
    (0..expected.count()).find_map(|at| {
        let own = expected.get(at)?;
        let Some(other) = actual.get(at) else {
            return Some(format!("element {at} was never written"));
        };
        let difference = compare::difference(&Value::scalar(other), &Value::scalar(own), Tolerance::Bitwise)?;
        Some(format!("element {at}: {difference}"))
    })
}
