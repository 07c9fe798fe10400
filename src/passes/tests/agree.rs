//! Generated programs give the same values as kernels as by the functional reading.
//!
//! The device is the CPU by way of a C compiler, or the one that `ELDER_DEVICE` names (with the feature `elder-opencl/opencl`).
//! Programs are compiled together in batches; `CASES` says how many there are of each shape, `FIRST` the first seed.

use elder_dpia::{Entry, check};
use elder_generate::Choices;
use elder_generate::dpia::{Case, Shape, case};
use elder_kernel::Dialect;
use elder_kernel::Plan;
use elder_opencl::choose::{Choice, open};
use elder_opencl::device::BuildOptions;
use elder_passes::{Target, plan};
use elder_semantics::dpia::{Mode, Options, run};
use elder_syntax::value::Tolerance;

const BATCH: usize = 50;

struct Prepared {
    name: String,
    case: Case,
    entry: Entry,
    plan: Plan,
}

fn prepare(seed: u64, shape: Shape, target: &Target) -> Option<Prepared> {
    let case = case(&mut Choices::random(seed), shape);
    let entry = Entry::closed(&case.program, "main").ok()?;
    let plan = match plan(&entry, target) {
        Ok(plan) => plan,
        Err(errors) => panic!(
            "seed {seed} of {shape:?}: {} {:?}",
            errors[0].message, errors[0].notes
        ),
    };
    let name = format!(
        "seed {seed} of {}",
        if shape.strategies { "MARKED" } else { "PLAIN" }
    );
    Some(Prepared {
        name,
        case,
        entry,
        plan,
    })
}

#[test]
fn kernels_agree_with_the_functional_reading() {
    let count: u64 = std::env::var("CASES")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(40);
    let first: u64 = std::env::var("FIRST")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(0);
    let choice = match std::env::var("ELDER_DEVICE") {
        Ok(_) => Choice::from_environment(),
        Err(_) => Choice::C,
    };
    let machine = open(&choice).expect("a device");
    let target = match machine.dialect() {
        Dialect::OpenCl => Target::OPENCL,
        Dialect::OpenMp => Target::OpenMp,
    };
    let mut wrong = Vec::new();
    for shape in [Shape::PLAIN, Shape::MARKED] {
        let seeds: Vec<u64> = (first..first + count).collect();
        for seeds in seeds.chunks(BATCH) {
            let batch: Vec<Prepared> = seeds.iter().filter_map(|s| prepare(*s, shape, &target)).collect();
            let plans = batch.iter().map(|p| p.plan.clone()).collect();
            let loaded = machine
                .load(plans, &BuildOptions::default())
                .unwrap_or_else(|e| panic!("{e}"));
            for (number, p) in batch.iter().enumerate() {
                let options = Options {
                    mode: Mode {
                        obligations: check::obligations(&p.entry).expect("a checked program"),
                        ..Mode::default()
                    },
                    ..Options::default()
                };
                let expected = run(&p.entry, p.case.inputs.clone(), &options).results;
                let actual = loaded.run(number, &p.case.inputs);
                match (expected, actual) {
                    (Ok(expected), Ok(actual)) => {
                        for (e, a) in expected.iter().zip(&actual.values) {
                            let tolerance = Tolerance::FOREIGN;
                            if let Some(d) = elder_syntax::value::compare::difference(a, e, tolerance) {
                                wrong.push(format!("{}: {d:?}", p.name));
                            }
                        }
                        if expected.len() != actual.values.len() {
                            wrong.push(format!("{}: other number of results", p.name));
                        }
                    }
                    (Err(_), Err(_)) => {}
                    (Err(e), Ok(_)) => {
                        wrong.push(format!("{}: should fail: {}", p.name, e.diagnostic().message))
                    }
                    (Ok(_), Err(e)) => wrong.push(format!("{}: fails: {e}", p.name)),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
