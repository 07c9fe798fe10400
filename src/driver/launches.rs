//! Host programs statement by statement, so launch by launch: behind each statement of the host the arrays that it binds are what they are in the program of
//! Core that the host program was made of.
//!
//! `plan` is asked for a program that shows its arrays ([`Shows::Statements`]), each where it lies: a block, an offset and strides.  The definition of Core says what they
//! are, so an array is read in two ways, as a value and as it is stored: a wrong stride, a block that was written over too early and a wrong entry are seen
//! where they happen, behind the first statement that leaves another array, whatever the program makes of it.  What was launched last before that did it,
//! and is written down as a program of this one launch.
//!
//! What depends on the choices of a run (equal places of a `scatter`, operators that do not keep what they owe) is not compared.

use crate::compile::host::{failed, plans};
use crate::device::{Device, Failure};
use crate::engine::core::arguments;
use crate::engine::{Argument, Failed, Program as Source, Settings, StopKind};
use crate::finding::SEEDS;
use crate::judge::{self, Near};
use elder_core::tree::Program;
use elder_dpia::Entry;
use elder_engine::core::options;
use elder_kernel::host::{
    Body, Entry as HostEntry, Operand, Output, Parameter, Point, Program as Steps, Step, Var,
};
use elder_passes::Target;
use elder_passes::core::plan::schedule::{Schedule, Skeleton};
use elder_passes::core::plan::{Shows, shown_as};
use elder_passes::programs::{Core, Host, Interface};
use elder_semantics::core;
use elder_semantics::failure::Run;
use elder_semantics::kernel::program::cells::Cells;
use elder_semantics::kernel::program::dpia::DpiaEntries;
use elder_semantics::kernel::program::{self, Call, Done, Entries, Shown, is_mistake};
use elder_syntax::language::known;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::{Tolerance, text};
use elder_syntax::{Name, Span, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Elements of arrays that are kept of a run; statements behind that are not compared.
const KEPT: usize = 1 << 22;

/// Bytes that a run may have whose arrays are kept.
const MEMORY: u64 = 1 << 28;

/// The first array that lies in its block as another one than it is.
#[derive(Clone, Debug)]
pub struct Parting {
    /// What it is called in the program of Core, and what is different.
    pub message: String,
    /// The entry that was launched last before that.
    pub launch: Option<Name>,
    /// That launch as a program of its own, with what it has to give.
    pub case: Option<String>,
}

/// As a sentence, and the launch as a program.
impl From<Parting> for String {
    fn from(parting: Parting) -> String {
        let launch = match &parting.launch {
            Some(launch) => format!("behind the launch of `{launch}` "),
            None => "before anything is launched ".to_owned(),
        };
        let case = parting.case.map(|case| format!("\n{case}")).unwrap_or_default();
        format!("{launch}{}{case}", parting.message)
    }
}

/// What the statements of a program bind: by what an array is called, all of its values in order; none where choices make a difference.
pub struct Trace(FxHashMap<Name, Vec<Option<Value>>>);

impl Trace {
    /// What the statements of a program of Core bind on these values, by the choices of the definition.
    pub fn of(program: &Program, entry: &str, values: &[Value], settings: &Settings) -> Trace {
        let mut trace: FxHashMap<Name, Vec<Option<Value>>> = FxHashMap::default();
        let mut room = KEPT;
        let mut names: FxHashMap<_, Name> = FxHashMap::default();
        core::watched(program, entry, values, &options(settings), &mut |name, value| {
            let text = names.entry(name).or_insert_with(|| shown_as(program, name));
            let all = trace.entry(text.clone()).or_default();
            room = room.saturating_sub(value.as_ref().map_or(1, |value| value.data().len() + 1));
            all.push(value.filter(|_| room > 0));
        });
        Trace(trace)
    }

    /// The same without what other choices make something else of.
    fn determined(
        mut self,
        program: &Program,
        entry: &str,
        values: &[Value],
        settings: &Settings,
        near: Near<'_>,
    ) -> Trace {
        for seed in SEEDS.into_iter().filter(|seed| *seed != settings.seed) {
            let other = Trace::of(program, entry, values, &Settings { seed, ..*settings });
            for (name, all) in &mut self.0 {
                let others = other.0.get(name).map(Vec::as_slice).unwrap_or_default();
                for (k, value) in all.iter_mut().enumerate() {
                    let other = others.get(k).and_then(Option::as_ref);
                    let is_same =
                        |own: &Value| other.is_some_and(|other| difference(own, other, near).is_none());
                    if !value.as_ref().is_some_and(is_same) {
                        *value = None;
                    }
                }
            }
        }
        self
    }
}

fn difference(expected: &Value, actual: &Value, near: Near<'_>) -> Option<String> {
    let one = std::slice::from_ref;
    let answer = judge::values(one(expected), one(actual), near);
    answer.difference().map(|difference| difference.message)
}

/// Who compares what a run shows with what statements bind.
pub struct Comparing<'t> {
    trace: &'t Trace,
    near: Near<'t>,
    /// How often an array was shown.
    times: FxHashMap<Name, usize>,
}

impl<'t> Comparing<'t> {
    /// Nothing was shown yet.
    pub fn new(trace: &'t Trace, near: Near<'t>) -> Comparing<'t> {
        Comparing {
            trace,
            near,
            times: FxHashMap::default(),
        }
    }

    /// What the array of this name has to be, the next time that it is shown; `None` if nothing says it.
    fn next(&mut self, name: &Name) -> Option<&'t Value> {
        let times = self.times.entry(name.clone()).or_default();
        let value = self.trace.0.get(name)?.get(*times);
        *times += 1;
        value?.as_ref()
    }

    /// How an array that is shown is another one than it has to be, with what that is.
    pub fn shown(&mut self, name: &Name, actual: &Value) -> Option<(String, &'t Value)> {
        let expected = self.next(name)?;
        // Rows that are not there may have any size.
        if expected.data().is_empty() && actual.data().is_empty() {
            return None;
        }
        let difference = difference(expected, actual, self.near)?;
        let text = name.split('.').next().unwrap_or(name);
        Some((format!("`{text}` is another array: {difference}"), expected))
    }
}

/// How often each skeleton was launched, and of these how often with places for several chunks; as the counters of rules, one for the process.
static LAUNCHED: Mutex<BTreeMap<&str, [u64; 2]>> = Mutex::new(BTreeMap::new());

/// The skeletons that are launched, each by the name that its choice says.
const SKELETONS: [Skeleton; 6] = [
    Skeleton::Map,
    Skeleton::Map2,
    Skeleton::Each,
    Skeleton::Reduce,
    Skeleton::Scan,
    Skeleton::One,
];

/// What was launched so far, a skeleton a line.
///
/// # Errors
/// The same, and which skeleton no program reached: with one chunk, or with several where it divides places.
pub fn strategies() -> Result<String, String> {
    let launched = LAUNCHED.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut told, mut missed) = (
        String::from("launches by skeleton, and with places for several chunks:"),
        Vec::new(),
    );
    for skeleton in SKELETONS {
        let [all, several] = launched.get(skeleton.name()).copied().unwrap_or_default();
        told += &format!(" {} {all} {several},", skeleton.name());
        let divides = matches!(skeleton, Skeleton::Reduce | Skeleton::Scan);
        if all == 0 || divides && several == 0 {
            missed.push(skeleton.name());
        }
    }
    let told = told.trim_end_matches(',').to_owned() + "\n";
    match missed.is_empty() {
        true => Ok(told),
        false => Err(format!("{told}no program reached {}\n", missed.join(", "))),
    }
}

/// Entries of which each launch is looked at.
struct Watching<'t> {
    /// How each is made.
    skeletons: &'t [Option<Skeleton>],
    /// From how many places on there are several chunks.
    several: i64,
    entries: DpiaEntries,
    comparing: Comparing<'t>,
    /// The launches so far.
    launches: usize,
    /// The launch that is kept.
    wanted: usize,
    kept: Option<Launch>,
    found: Option<(String, usize, Option<Value>)>,
}

/// A launch with what it took and gave.
struct Launch {
    entry: usize,
    sizes: Vec<i64>,
    scalars: Vec<PrimValue>,
    reads: Vec<Cells>,
    updates: Vec<Cells>,
    done: Done,
}

impl Entries for Watching<'_> {
    fn run(&mut self, call: Call<'_>) -> Run<Done> {
        self.launches += 1;
        if let Some(Some(skeleton)) = self.skeletons.get(call.entry) {
            let mut launched = LAUNCHED.lock().unwrap_or_else(PoisonError::into_inner);
            let [all, several] = launched.entry(skeleton.name()).or_default();
            *all += 1;
            *several += u64::from(call.sizes.iter().any(|size| *size >= self.several));
        }
        if self.launches != self.wanted {
            return self.entries.run(call);
        }
        let owned = |all: &[&Cells]| all.iter().copied().cloned().collect();
        let mut launch = Launch {
            entry: call.entry,
            sizes: call.sizes.to_vec(),
            scalars: call.scalars.to_vec(),
            reads: owned(call.reads),
            updates: owned(call.updates),
            done: Done::default(),
        };
        let done = self.entries.run(call)?;
        launch.done = done.clone();
        self.kept = Some(launch);
        Ok(done)
    }

    fn observe(&mut self, shown: Shown<'_>) {
        if self.found.is_some() {
            return;
        }
        let sizes = shown.sizes.iter().map(|size| usize::try_from(*size).unwrap_or(0));
        let parts = shown.cells.map(Cells::into_parts);
        // What nobody wrote is no array to compare: who reads it is seen by the semantics.
        let is_whole =
            |written: &Option<Vec<bool>>| !written.as_ref().is_some_and(|all| all.contains(&false));
        let Some((data, _)) = parts.filter(|(_, written)| is_whole(written)) else {
            self.comparing.next(shown.name);
            return;
        };
        let Some(actual) = Value::new(sizes.collect::<Vec<_>>(), data) else {
            return;
        };
        if let Some((message, expected)) = self.comparing.shown(shown.name, &actual) {
            self.found = Some((message, self.launches, Some(expected.clone())));
        }
    }
}

/// Where a host program first has another array than the program of Core that it is made of, on these values; `None` if it has not, or cannot be asked.
pub fn parting(
    written: &Core,
    schedule: Schedule,
    entry: &str,
    values: &[Value],
    settings: &Settings,
    near: Near<'_>,
) -> Option<Parting> {
    let mut settings = *settings;
    settings.limits.memory = Some(settings.limits.memory.unwrap_or(MEMORY).min(MEMORY));
    let settings = &settings;
    let host = Host::of(written, schedule, Shows::Statements).ok()?;
    parting_of((&host, schedule), written, entry, values, settings, near)
}

/// The same of a host program that shows the arrays of its statements.
fn parting_of(
    (host, schedule): (&Host, Schedule),
    written: &Core,
    entry: &str,
    values: &[Value],
    settings: &Settings,
    near: Near<'_>,
) -> Option<Parting> {
    let skeleton = |entry: &HostEntry<Entry>| {
        let mut chosen = host.chosen.iter().filter(|chosen| chosen.is_entry());
        Some(chosen.find(|chosen| chosen.of == entry.name)?.by.skeleton)
    };
    let skeletons: Vec<Option<Skeleton>> = host.program.entries.iter().map(skeleton).collect();
    let several = match schedule.chunks {
        1 => i64::MAX,
        _ => 2 * schedule.grain,
    };
    let run = |trace: &Trace, wanted: usize| {
        let options = settings.options();
        let mut watching = Watching {
            skeletons: &skeletons,
            several,
            entries: DpiaEntries::new(&host.program, &options).ok()?,
            comparing: Comparing::new(trace, near),
            launches: 0,
            wanted,
            kept: None,
            found: None,
        };
        let outcome = program::run(&host.program, entry, values, &mut watching, &options);
        if let Err(failure) = &outcome.results
            && is_mistake(failure)
            && watching.found.is_none()
        {
            watching.found = Some((failure.message.to_string(), watching.launches, None));
        }
        Some((watching.found, watching.kept))
    };
    let trace = Trace::of(&written.program, entry, values, settings);
    run(&trace, 0)?.0?;
    let trace = trace.determined(&written.program, entry, values, settings, near);
    let (message, launch, expected) = run(&trace, 0)?.0?;
    let kept = run(&trace, launch)?.1;
    let last = kept
        .as_ref()
        .and_then(|kept| host.program.entries.get(kept.entry));
    Some(Parting {
        message,
        launch: last.map(|last| last.name.clone()),
        case: kept.and_then(|kept| case(last?, kept, expected.as_ref())),
    })
}

/// The position of the program of Core that a host program is made of.
const BEFORE: &str = "checks";

/// What the statements of a program's host are compared by where floats may be added in another order.
const NEAR: Near<'static> = Near::All(Tolerance::FOREIGN);

/// The same of a program that somebody wrote, by the semantics of host programs or on a device, whose blocks are read back behind each statement.
///
/// # Errors
/// What a pass, the device's compiler, the run or a kernel refuses.
pub fn of_source(
    source: &Source,
    (entry, arguments): (&str, Vec<Argument>),
    settings: &Settings,
    device: Option<&Device>,
) -> Result<Option<Parting>, Failure> {
    let refused = |failed: Failed| Failure {
        kind: failed.kind,
        rejected: source.rejected(vec![*failed.diagnostic]),
    };
    let stage = source.stage_after(BEFORE, entry, settings).map_err(refused)?;
    let Some(core) = known::<Core>(&*stage) else {
        let message = format!(
            "programs of {} have no statements of a host",
            source.language().name
        );
        return Err(refused(Failed::outside(StopKind::Unsupported, message)));
    };
    let params = core.program.entry(entry).map_or(&[][..], |entry| &entry.params);
    let values = arguments::components(&core.interface, params, arguments).map_err(refused)?;
    let Some(device) = device else {
        return Ok(parting(core, Schedule::default(), entry, &values, settings, NEAR));
    };
    let made = |errors| Failure {
        kind: StopKind::Internal,
        rejected: source.rejected(errors),
    };
    let host = Host::of(core, Schedule::default(), Shows::Statements).map_err(made)?;
    let target = Target::of(device.machine().dialect());
    let program = plans(&host.program, &target).map_err(made)?;
    let outcome = device
        .machine()
        .load_program(program, device.options(), None)
        .and_then(|loaded| match loaded.point(entry) {
            Some(point) => loaded.run(point, &values).map(Some),
            None => Ok(None),
        })
        .map_err(|error| refused(failed(&host, &error)))?;
    let trace = Trace::of(&core.program, entry, &values, settings);
    let trace = trace.determined(&core.program, entry, &values, settings, NEAR);
    let mut comparing = Comparing::new(&trace, NEAR);
    Ok(outcome
        .iter()
        .flat_map(|outcome| &outcome.shown)
        .find_map(|shown| {
            let (message, _) = comparing.shown(&shown.name, &shown.value)?;
            Some(Parting {
                message,
                launch: shown.behind.clone(),
                case: None,
            })
        }))
}

/// A launch as a program of its own.  What the array that is expected was to lie in is expected of it, as far as one of its blocks has what was shown.
fn case(entry: &HostEntry<Entry>, launch: Launch, expected: Option<&Value>) -> Option<String> {
    let mut point = Point {
        name: "launch".into(),
        names: Vec::new(),
        sizes: Vec::new(),
        parameters: Vec::new(),
        body: Body::default(),
        results: Vec::new(),
        span: Span::NONE,
    };
    let mut inputs = Vec::new();
    let variable = |point: &mut Point, text: &str| {
        point.names.push(text.into());
        Var(u32::try_from(point.names.len() - 1).unwrap_or(u32::MAX))
    };
    let parameter = |point: &mut Point, text: &str, element: PrimType, shape: Vec<Operand>, unique: bool| {
        let var = variable(point, text);
        point.parameters.push(Parameter {
            var,
            element,
            shape,
            unique,
        });
        var
    };
    let count = |cells: &Cells| Operand::i64(i64::try_from(cells.count()).unwrap_or(i64::MAX));
    let mut scalars = Vec::new();
    for scalar in &launch.scalars {
        scalars.push(parameter(&mut point, "x", scalar.prim_type(), vec![], false).into());
        inputs.push(Value::scalar(*scalar));
    }
    let mut blocks = |point: &mut Point, all: &[Cells], unique: bool| -> Vec<Var> {
        let each = all.iter().map(|cells| {
            let var = parameter(point, "b", cells.element(), vec![count(cells)], unique);
            inputs.push(Value::new(vec![cells.count()], cells.data().clone())?);
            Some(var)
        });
        each.collect::<Option<_>>().unwrap_or_default()
    };
    let reads = blocks(&mut point, &launch.reads, false);
    let updates = blocks(&mut point, &launch.updates, true);
    let mut writes = Vec::new();
    for cells in &launch.done.writes {
        let var = variable(&mut point, "c");
        point.body.steps.push(Step::Alloc {
            var,
            element: cells.element(),
            count: count(cells),
            span: Span::NONE,
        });
        writes.push(var);
    }
    point.body.steps.push(Step::Do {
        entry: 0,
        sizes: launch.sizes.iter().map(|size| Operand::i64(*size)).collect(),
        scalars,
        reads: reads.clone(),
        writes: writes.clone(),
        updates: updates.clone(),
    });
    point.body.steps.extend(reads.into_iter().map(Step::Drop));
    let mut outputs = Vec::new();
    let given = launch.done.writes.iter().chain(&launch.done.updates);
    for (var, cells) in writes.into_iter().chain(updates).zip(given) {
        point.body.results.extend([count(cells), var.into()]);
        point.results.push(Output {
            element: cells.element(),
            rank: 1,
        });
        let is_meant =
            |value: &&Value| value.data().len() == cells.count() && value.prim_type() == cells.element();
        let data = expected.filter(is_meant).map_or(cells.data(), Value::data);
        outputs.push(Value::new(vec![cells.count()], data.clone())?);
    }
    let host = Host {
        program: Steps {
            entries: vec![entry.clone()],
            constants: Vec::new(),
            points: vec![point],
        },
        parameters: Vec::new(),
        chosen: Vec::new(),
        interface: Interface::Same,
    };
    let line = |all: &[Value]| {
        let mut out = Vec::new();
        for value in all {
            out.push(b' ');
            text::write(value, &mut out);
        }
        String::from_utf8_lossy(&out).into_owned()
    };
    let body = elder_syntax::language::Program::text(&host);
    Some(format!(
        "-- ==\n-- entry: launch\n-- input {{{} }}\n-- output {{{} }}\n\n{body}",
        line(&inputs),
        line(&outputs)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::blocks;
    use elder_core::check::Form;
    use elder_core::{check, read};
    use elder_syntax::SourceId;
    use elder_syntax::value::Data;

    /// A program in the form that `plan` takes, in which the products are by this number.
    fn core(by: i32) -> Core {
        let text = format!(
            "entry main (n: i64) (xs: [n]i32): [n]i32 =
              let ys: [n]i32 = segmap @global (n) (\\(i: i64): i32 -> let x: i32 = xs[i] let y: i32 = x * {by}i32 in y)
              let zs: [n]i32 = segmap @global (n) (\\(i: i64): i32 -> let x: i32 = ys[i] let y: i32 = x * 0i32 in y)
              in zs"
        );
        let mut program = read::program(SourceId(0), &text, &|_| None).unwrap();
        check::program(&program).unwrap();
        elder_core::names::note(&mut program);
        Core {
            program,
            interface: Interface::Same,
            form: Form::Kernel,
        }
    }

    fn values() -> Vec<Value> {
        let count = Value::scalar(PrimValue::I64(3));
        vec![count, Value::new(vec![3], Data::I32(vec![1, 2, 3])).unwrap()]
    }

    const NEAR: Near<'static> = Near::All(Tolerance::Bitwise);

    #[test]
    fn a_host_program_shows_what_statements_bind() {
        for schedule in (0..Schedule::TINY).map(Schedule::tiny) {
            let found = parting(&core(2), schedule, "main", &values(), &Settings::default(), NEAR);
            assert!(found.is_none(), "{schedule:?}: {found:?}");
        }
    }

    #[test]
    fn a_wrong_launch_is_named_though_the_results_are_right() {
        let host = Host::of(&core(3), Schedule::default(), Shows::Statements).unwrap();
        let found = parting_of(
            (&host, Schedule::default()),
            &core(2),
            "main",
            &values(),
            &Settings::default(),
            NEAR,
        )
        .unwrap();
        assert_eq!(found.launch.as_deref(), Some("main_ys"));
        assert!(found.message.starts_with("`ys`"), "{}", found.message);
        // As a program of its own it has its inputs, and what it has to give.
        let case = found.case.unwrap();
        let blocks = blocks::parse(&case).unwrap().cases;
        assert_eq!(blocks.len(), 1);
        assert!(case.contains("-- output { [2i32, 4i32, 6i32] }"), "{case}");
    }
}
