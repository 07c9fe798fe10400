//! Host programs statement by statement, so launch by launch: behind each statement of the host the arrays that it binds are what they are in the program of
//! Core that the host program was made of.
//!
//! `plan` is asked for a program that shows its arrays ([`Shows::Statements`]), each where it lies: a block, an offset and strides.  The definition of Core says what they
//! are, so an array is read in two ways, as a value and as it is stored: a wrong stride, a block that was written over too early and a wrong entry are seen
//! where they happen, behind the first statement that leaves another array, whatever the program makes of it.  What was launched last before that did it,
//! and is written down as a program of this one launch.
//!
//! What depends on the choices of a run (equal places of a `scatter`, operators that do not keep what they owe) is not compared.

mod case;
mod strategies;
mod trace;

use crate::compile::host::{failed, plans};
use crate::device::{Device, Failure};
use crate::engine::core::arguments;
use crate::engine::{Argument, Failed, Program as Source, Settings, StopKind};
use crate::judge::Near;
use case::Launch;
use elder_passes::Target;
use elder_passes::core::plan::Shows;
use elder_passes::core::plan::schedule::Schedule;
use elder_passes::programs::{Core, Host};
use elder_semantics::failure::Run;
use elder_semantics::kernel::program::cells::Cells;
use elder_semantics::kernel::program::dpia::DpiaEntries;
use elder_semantics::kernel::program::{self, Call, Done, Entries, Shown};
use elder_syntax::language::known;
use elder_syntax::value::Tolerance;
use elder_syntax::{Name, Value};
use strategies::Counting;
pub use strategies::strategies;
use trace::{Comparing, Trace};

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

/// Entries of which each launch is looked at.
struct Watching<'t> {
    counting: &'t Counting,
    entries: DpiaEntries,
    comparing: Comparing<'t>,
    /// The launches so far.
    launches: usize,
    /// The launch that is kept.
    wanted: usize,
    kept: Option<Launch>,
    found: Option<(String, usize, Option<Value>)>,
}

impl Entries for Watching<'_> {
    fn run(&mut self, call: Call<'_>) -> Run<Done> {
        self.launches += 1;
        self.counting.count(&call);
        if self.launches != self.wanted {
            return self.entries.run(call);
        }
        let launch = Launch::of(&call);
        let done = self.entries.run(call);
        self.kept = Some(match &done {
            Ok(done) => launch.gave(done.clone()),
            Err(_) => launch,
        });
        done
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
    let counting = Counting::of(host, schedule);
    let run = |trace: &Trace, wanted: usize| {
        let options = settings.options();
        let mut watching = Watching {
            counting: &counting,
            entries: DpiaEntries::new(&host.program, &options).ok()?,
            comparing: Comparing::new(trace, near),
            launches: 0,
            wanted,
            kept: None,
            found: None,
        };
        let outcome = program::run(&host.program, entry, values, &mut watching, &options);
        let launches = watching.launches;
        let ended = || {
            trace
                .ended(&outcome.results, near)
                .map(|message| (message, launches, None))
        };
        Some((watching.found.or_else(ended), watching.kept))
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
        case: kept.and_then(|kept| kept.case(last?, expected.as_ref())),
    })
}

/// The position of the program of Core that a host program is made of.
const BEFORE: &str = "inspect";

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
    let target = device.map_or(Target::OPENCL, |device| Target::of(device.machine().dialect()));
    let stage = source
        .stage_after(BEFORE, (&[entry], target), settings)
        .map_err(refused)?;
    let Some(core) = known::<Core>(&*stage) else {
        let message = format!(
            "programs of {} have no statements of a host",
            source.language().name
        );
        return Err(refused(Failed::outside(StopKind::Unsupported, message)));
    };
    let params = core.program.entry(entry).map_or(&[][..], |entry| &entry.params);
    let values = arguments::components(&core.interface, (entry, params), arguments).map_err(refused)?;
    let Some(device) = device else {
        return Ok(parting(core, Schedule::default(), entry, &values, settings, NEAR));
    };
    let made = |errors| Failure {
        kind: StopKind::Internal,
        rejected: source.rejected(errors),
    };
    let host = Host::of(core, Schedule::of(target), Shows::Statements).map_err(made)?;
    let program = plans(&host.program, &target).map_err(made)?;
    let outcome = device
        .machine()
        .load_program(program, device.options(), None)
        .and_then(|loaded| match loaded.point(entry) {
            Some(point) => loaded.run(point, &values).map(Some),
            None => Ok(None),
        })
        .map_err(|error| refused(failed(&host, &error)))?;
    let Some(outcome) = outcome else {
        return Ok(None);
    };
    let parting = |message, launch| Parting {
        message,
        launch,
        case: None,
    };
    let found = |trace: &Trace| {
        let mut comparing = Comparing::new(trace, NEAR);
        let another = outcome.shown.iter().find_map(|shown| {
            let (message, _) = comparing.shown(&shown.name, &shown.value)?;
            Some(parting(message, shown.behind.clone()))
        });
        let last = || outcome.shown.last().and_then(|shown| shown.behind.clone());
        another.or_else(|| Some(parting(trace.gave(&outcome.values, NEAR)?, last())))
    };
    let trace = Trace::of(&core.program, entry, &values, settings);
    // Other choices are asked only where there is something to find.
    Ok(found(&trace).and_then(|_| found(&trace.determined(&core.program, entry, &values, settings, NEAR))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::blocks;
    use elder_core::check::Form;
    use elder_core::{check, read};
    use elder_passes::programs::Interface;
    use elder_syntax::SourceId;
    use elder_syntax::prim::PrimValue;
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
        elder_passes::core::place::run(&mut program);
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
