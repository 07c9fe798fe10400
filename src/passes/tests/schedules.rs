//! Programs of one combinator each, by every tiny schedule: the values are those of Core's definition whatever is chosen.
//!
//! The sizes are those beside 0, 1 and what tiny chunks come to, with several outer rows and none.  The same programs have what the host does to arrays by itself:
//! copies, parts that are filled or become values, arrays one after the other, turned ones.

use elder_core::check::Form;
use elder_core::read;
use elder_kernel::Plan;
use elder_kernel::host::Program;
use elder_opencl::choose::{Choice, open};
use elder_opencl::device::BuildOptions;
use elder_passes::programs::{Core, Host, Interface};
use elder_passes::{Schedule, Stage, Target, pipelines};
use elder_semantics::core;
use elder_semantics::kernel::program::{self, dpia::DpiaEntries};
use elder_syntax::language::known;
use elder_syntax::{SourceId, Value};

const PROGRAMS: &str = include_str!("schedules/programs.core");

/// Entry points and their arrays: sizes among n, m and w, which is 3 m, and the type; `place` are indexes among m.
const POINTS: &[(&str, &[&str])] = &[
    ("reduced", &["n u32", "n u32"]),
    ("scanned", &["n u32", "n u32"]),
    ("least_of", &["n i32"]),
    ("rows_combined", &["n m u32"]),
    ("segments", &["n m u32", "n m u32"]),
    ("mapped", &["n m i32"]),
    ("counted", &["n place", "n i32", "m i32"]),
    ("counted_by_one", &["n place", "n u32", "m u32"]),
    ("scattered", &["n place", "m i64"]),
    ("filled", &["n i32", "m i32"]),
    ("copied", &["n m i32"]),
    ("transposed", &["n m u32", "n m u32"]),
    ("regrouped", &["n m i32"]),
    ("joined", &["n i32", "m i32"]),
    ("joined_rows", &["n m i32", "m n i32"]),
    ("put", &["n m i32", "m i32", "n i32"]),
    ("segments_scanned", &["n w u32", "n w u32"]),
    ("columns_scanned", &["w n u32"]),
    ("segments_counted", &["n w i32", "n m i32"]),
    ("ranges_counted", &["n w i32", "w i32"]),
];

/// An array of drawn numbers.
fn array(what: &str, n: usize, m: usize, seed: usize) -> Value {
    let mut dims = Vec::new();
    let mut ty = "";
    for word in what.split_whitespace() {
        match word {
            "n" => dims.push(n),
            "m" => dims.push(m),
            "w" => dims.push(3 * m),
            other => ty = other,
        }
    }
    let count = dims.iter().product::<usize>() as u64;
    let numbers = (0..count).map(|k| {
        let mixed = (k + 1)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(seed as u64 * 0x1234_5679);
        ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20) as u32
    });
    let (_, data) = match ty {
        "u32" => Value::vector(numbers.collect::<Vec<u32>>()),
        "i32" => Value::vector(numbers.map(|x| (x % 7) as i32 - 3).collect::<Vec<i32>>()),
        "i64" => Value::vector(numbers.map(|x| i64::from(x % 100)).collect::<Vec<i64>>()),
        _ => Value::vector(
            numbers
                .map(|x| i64::from(x) % (m as i64 + 2) - 1)
                .collect::<Vec<i64>>(),
        ),
    }
    .into_parts();
    Value::new(dims, data).expect("as many elements as the sizes say")
}

/// The arguments of an entry point at small sizes.
fn cases(arrays: &'static [&'static str]) -> impl Iterator<Item = Vec<Value>> {
    let sides = |name: &str| -> Vec<usize> {
        let rows = arrays
            .iter()
            .any(|array| array.contains(name) || name == "m" && array.contains('w'));
        let joined = arrays
            .iter()
            .any(|array| ["n m", "n w", "w n"].iter().any(|both| array.contains(both)));
        match (rows, joined) {
            (false, _) => vec![0],
            (true, false) => (0..8).chain([12, 13]).collect(),
            (true, true) => vec![0, 1, 3, 4],
        }
    };
    let (ns, ms) = (sides("n"), sides("m"));
    let sizes: Vec<(usize, usize)> = ns.iter().flat_map(|n| ms.iter().map(|m| (*n, *m))).collect();
    // Two lists of all sizes have as many pairs as would be asked for: every third is enough.
    let step = if sizes.len() > 40 { 3 } else { 1 };
    sizes.into_iter().step_by(step).map(move |(n, m)| {
        let arrays = arrays.iter().enumerate();
        arrays.map(|(k, what)| array(what, n, m, n + 17 * k)).collect()
    })
}

fn written() -> Core {
    let program = read::program(SourceId(0), PROGRAMS, &|_| None).unwrap_or_else(|e| panic!("{e:?}"));
    Core {
        program,
        interface: Interface::Same,
        form: Form::Open,
    }
}

/// The host program by a schedule.
fn planned(schedule: Schedule) -> Host {
    let pipeline = pipelines().iter().find(|pipeline| pipeline.name == "core");
    let pipeline = pipeline.expect("a pipeline of Core").scheduled(Some(schedule));
    let stages = Stage::written(written()).along(pipeline.positions(), Target::OpenMp);
    let last = stages
        .map(|stage| stage.unwrap_or_else(|refused| panic!("{:?}", refused.errors)).1)
        .last();
    let last = last.expect("a position").program;
    known::<Host>(&*last).expect("a host program").clone()
}

fn expected(program: &Core, point: &str, values: &[Value]) -> Vec<Value> {
    let outcome = core::run(&program.program, point, values, &core::Options::default());
    outcome
        .results
        .unwrap_or_else(|e| panic!("{point} {values:?}: {e:?}"))
}

/// By the definition of host programs and of DPIA.
#[test]
fn values_do_not_depend_on_the_schedule() {
    let written = written();
    let schedules = (0..Schedule::TINY)
        .map(Schedule::tiny)
        .chain([Schedule::default()]);
    for (number, schedule) in schedules.enumerate() {
        let host = planned(schedule);
        let options = program::Options::default();
        let mut entries = DpiaEntries::new(&host.program, &options).unwrap_or_else(|e| panic!("{e:?}"));
        for (point, arrays) in POINTS {
            for (k, values) in cases(arrays).enumerate() {
                // Each schedule takes a part of the sizes of what it does not choose for; all of them together have all.
                if (k + number) % 4 != 0 {
                    continue;
                }
                let outcome = program::run(&host.program, point, &values, &mut entries, &options);
                let found = outcome
                    .results
                    .unwrap_or_else(|e| panic!("{schedule:?} {point} {values:?}: {e:?}"));
                assert_eq!(
                    found,
                    expected(&written, point, &values),
                    "{schedule:?} {point} {values:?}"
                );
            }
        }
    }
}

/// The same compiled, by some schedules: in C, or on the device that `ELDER_DEVICE` names (with the feature `elder-opencl/opencl`).
#[test]
fn values_do_not_depend_on_the_schedule_compiled() {
    let choice = match std::env::var("ELDER_DEVICE") {
        Ok(_) => Choice::from_environment(),
        Err(_) => Choice::C,
    };
    let machine = open(&choice).expect("a device");
    let target = Target::of(machine.dialect());
    let written = written();
    for schedule in [Schedule::tiny(2), Schedule::tiny(12)] {
        let plans = planned(schedule).program.with_entries(|name, _, entry| {
            elder_passes::plan(&entry, &target).map_err(|errors| format!("{name}: {errors:#?}"))
        });
        let plans: Program<Plan> = plans.unwrap_or_else(|e| panic!("{e}"));
        let options = BuildOptions {
            garbage: Some(0xa5),
            ..BuildOptions::default()
        };
        let loaded = machine
            .load_program(plans, &options, None)
            .unwrap_or_else(|e| panic!("{e}"));
        for (name, arrays) in POINTS {
            for values in cases(arrays) {
                let point = loaded.point(name).expect("a point of that name");
                let found = loaded
                    .run(point, &values)
                    .unwrap_or_else(|e| panic!("{name} {values:?}: {e}"));
                assert_eq!(
                    found.values,
                    expected(&written, name, &values),
                    "{schedule:?} {name} {values:?}"
                );
            }
        }
    }
}
