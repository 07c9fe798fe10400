//! DPIA from end to end: the programs of the examples and generated ones give the same values by the reference semantics, at every stage
//! of the translation, as C, and as OpenCL on every device that is found; and Oclgrind finds nothing wrong with their kernels.
//!
//! How much is generated is fixed; which programs they are is decided by `ELDER_FUZZ_SEED` (default 0), and `ELDER_FUZZ_COUNT` asks for
//! more of each sort.  What differs is printed with the line that reproduces it.

use elder_driver::device::Device;
use elder_driver::fuzz::{Verdict, devices, interpreters, tree};
use elder_driver::testing::run::{Options, run_file};
use elder_driver::testing::subject::Backend;
use elder_generate::ChoiceTree;
use elder_generate::dpia::Shape;
use elder_tests::binaries::root;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The shapes of programs, as `elder fuzz --programs` names them.
const SHAPES: [(&str, Shape); 2] = [("plain", Shape::PLAIN), ("marked", Shape::MARKED)];

/// Programs that are compiled together.
const BATCH: usize = 25;

fn number(name: &str, otherwise: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is no number: {text}")),
        Err(_) => otherwise,
    }
}

/// Runs a test with room for deep programs; what uses devices does so alone, for they share the processors.
fn alone(body: impl FnOnce() + Send + 'static) {
    static DEVICES: Mutex<()> = Mutex::new(());
    let _alone = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
    deep(body);
}

fn deep(body: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(1 << 28)
        .spawn(body)
        .expect("a thread starts")
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

/// Generates `count` programs of each shape and wants all pipelines to agree; not more than one in ten may have no value for want of time or memory.
fn all_agree(rung: &str, count: u64, judge: impl Fn(&[ChoiceTree], Shape) -> Vec<Verdict>) {
    let first = number("ELDER_FUZZ_SEED", 0);
    let count = number("ELDER_FUZZ_COUNT", count);
    println!("ELDER_FUZZ_SEED={first} ELDER_FUZZ_COUNT={count}");
    let mut complaints = Vec::new();
    let mut limits = 0;
    for (name, shape) in SHAPES {
        let seeds: Vec<u64> = (first..first + count).collect();
        for seeds in seeds.chunks(BATCH) {
            let trees: Vec<ChoiceTree> = seeds.iter().map(|seed| tree(*seed, shape)).collect();
            for (seed, verdict) in seeds.iter().zip(judge(&trees, shape)) {
                match verdict {
                    Verdict::Agree => {}
                    Verdict::Limit(_) => limits += 1,
                    Verdict::Differ { place, message } => complaints.push(format!(
                        "{place}: {message}\n    elder fuzz --rung {rung} --programs {name} --seed {seed} --count 1"
                    )),
                }
            }
        }
    }
    assert!(
        complaints.is_empty(),
        "{} programs differ:\n{}",
        complaints.len(),
        complaints.join("\n")
    );
    assert!(limits * 10 <= 2 * count, "{limits} programs reached a limit");
}

/// The examples' test blocks on a backend.
fn examples_agree(backend: Backend) {
    let folder = root().join("examples/dpia");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the examples are there")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "dpia"))
        .collect();
    files.sort();
    assert!(
        files.len() >= 8,
        "{} has {} programs",
        folder.display(),
        files.len()
    );
    let options = Options {
        backend,
        ..Options::default()
    };
    let mut complaints = Vec::new();
    for file in files {
        let report = run_file(&file, &options);
        // The reference has nothing to compare where the block leaves the value to it.
        if report.cases == 0 || report.compared == 0 && options.backend != Backend::Reference {
            complaints.push(format!("{}: nothing was compared", file.display()));
        }
        let failures = report.failures.iter();
        complaints.extend(failures.map(|f| format!("{}: {}: {}", file.display(), f.case, f.message)));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Generated programs on a device: so many compiled without optimisation, which is quick, and some as users run them, since what a kernel
/// leaves undefined shows only then.
fn device_agrees(device: &str, count: u64) {
    let device = device.to_owned();
    alone(move || {
        let open = || Device::open(Some(&device)).unwrap_or_else(|why| panic!("{}", why.message));
        for (open, optimise, count) in [
            (open().in_a_hurry(), "", count),
            (open(), " --optimise", count / 5),
        ] {
            let rung = format!("device --device '{device}'{optimise}");
            all_agree(&rung, count, |trees, shape| {
                devices::device_agrees(trees, shape, open.machine(), open.options())
            });
        }
    });
}

#[test]
fn examples_by_the_reference_semantics() {
    deep(|| examples_agree(Backend::Reference));
}

#[test]
fn examples_as_c() {
    alone(|| examples_agree(Backend::C));
}

#[test]
fn generated_programs_agree_at_every_stage() {
    deep(|| {
        all_agree("stages", 100, |trees, shape| {
            trees
                .iter()
                .map(|tree| interpreters::stages_agree(tree, shape))
                .collect()
        });
    });
}

#[test]
fn generated_programs_agree_as_c() {
    device_agrees("c", 100);
}

/// Tests on devices of OpenCL.  A device that is missing is a failure, not a reason to leave the test out.
#[cfg(feature = "opencl")]
mod opencl {
    use super::*;
    use elder_opencl::{choose, intel, oclgrind};
    use elder_tests::binaries::binary;

    /// pocl's platform; the names of its devices begin with those of the processor.
    const POCL: &str = "Portable Computing Language";
    /// The platform of Intel's runtime.
    const INTEL: &str = "Intel(R) OpenCL";

    /// Whether Intel's runtime is to be tested: it is where `tests/intel-runtime.sh` has set the environment, as `tests/run.sh` does.
    fn has_intel() -> bool {
        let devices = choose::list().expect("the platforms answer");
        let found = devices.iter().any(|d| d.platform.contains(INTEL));
        assert!(
            found || intel::folder().is_none() || std::env::var_os("OCL_ICD_VENDORS").is_none(),
            "ELDER_INTEL_OPENCL names the runtime, but there is no device of it"
        );
        if !found {
            println!("left out: eval \"$(tests/intel-runtime.sh)\" makes Intel's runtime known");
        }
        found
    }

    #[test]
    fn examples_on_pocl() {
        alone(|| examples_agree(Backend::OpenCl(Some(POCL.to_owned()))));
    }

    #[test]
    fn examples_on_intel() {
        if has_intel() {
            alone(|| examples_agree(Backend::OpenCl(Some(INTEL.to_owned()))));
        }
    }

    #[test]
    fn generated_programs_agree_on_pocl() {
        device_agrees(POCL, 50);
    }

    #[test]
    fn generated_programs_agree_on_intel() {
        if has_intel() {
            device_agrees(INTEL, 50);
        }
    }

    /// Races, accesses outside of buffers, divergent barriers: none; nor reads of what was never written, in the first programs.  In so many
    /// there are updates of less than a word at the end of an array, which put back what the rest of the word holds.
    #[test]
    fn oclgrind_finds_nothing_in_generated_programs() {
        let seed = number("ELDER_FUZZ_SEED", 0).to_string();
        for (count, spared) in [(20, None), (200, Some(oclgrind::Kind::Uninitialized))] {
            let count = number("ELDER_FUZZ_COUNT", count).to_string();
            for (name, _) in SHAPES {
                let of_device = "fuzz --rung device --device oclgrind --findings 3 --reduction 0";
                let which = ["--programs", name, "--seed", &seed, "--count", &count];
                let arguments: Vec<&str> = of_device.split(' ').chain(which).collect();
                let report =
                    oclgrind::run(&binary("elder"), &arguments).unwrap_or_else(|error| panic!("{error}"));
                let others = report.findings.iter().filter(|finding| !finding.is_of_record());
                let mut kinds = others.map(|finding| Some(finding.kind));
                assert!(
                    kinds.all(|kind| kind == spared) && report.output.status.success(),
                    "oclgrind {} elder {}\n{}",
                    oclgrind::OPTIONS.join(" "),
                    arguments.join(" "),
                    report.describe()
                );
            }
        }
    }

    /// An update of less than a word stays within its array.  What the rest of the word holds is put back as it was, which Oclgrind takes for
    /// a use of what was never written.
    #[test]
    fn oclgrind_finds_no_access_outside_where_words_are_shared() {
        let elder = binary("elder");
        let program = root().join("spec/dpia/cases/kernels/update-narrow-local.dpia");
        let program = program.to_str().expect("a path of letters");
        let arguments = ["test", "--backend", "opencl", "--device", "oclgrind", program];
        let report = oclgrind::run(&elder, &arguments).unwrap_or_else(|error| panic!("{error}"));
        let mut kinds = report.findings.iter().map(|finding| finding.kind);
        let only = kinds.all(|kind| kind == oclgrind::Kind::Uninitialized);
        assert!(only && report.output.status.success(), "{}", report.describe());
    }

    /// The same of sizes that are known only when a kernel runs, and of variables in parts.
    #[test]
    fn oclgrind_finds_nothing_in_cases_of_memory() {
        let elder = binary("elder");
        let cases = root().join("spec/dpia/cases");
        for name in [
            "sizes/host",
            "sizes/length",
            "sizes/odd-tile",
            "sizes/part-reads-other",
            "sizes/tree",
            "sizes/two-areas",
            "sizes/until-three",
        ] {
            let program = cases.join(format!("{name}.dpia"));
            let program = program.to_str().expect("a path of letters");
            let arguments = ["test", "--backend", "opencl", "--device", "oclgrind", program];
            let report = oclgrind::run(&elder, &arguments).unwrap_or_else(|error| panic!("{error}"));
            assert!(report.is_clean(), "{name}: {}", report.describe());
        }
    }

    /// The same where facts hold, and after tests that failed.
    #[test]
    fn oclgrind_finds_nothing_in_cases_of_facts() {
        let elder = binary("elder");
        for language in ["dpia", "fcl"] {
            let cases = root().join("spec").join(language).join("cases/facts");
            let files = std::fs::read_dir(cases).expect("the cases are there");
            let mut files: Vec<PathBuf> = files.map(|f| f.expect("a readable folder").path()).collect();
            files.sort();
            for program in files {
                let program = program.to_str().expect("a path of letters");
                let arguments = ["test", "--backend", "opencl", "--device", "oclgrind", program];
                let report = oclgrind::run(&elder, &arguments).unwrap_or_else(|error| panic!("{error}"));
                assert!(
                    report.is_clean_but_for_record(),
                    "{program}: {}",
                    report.describe()
                );
            }
        }
    }

    /// The same of the programs that have small inputs.
    #[test]
    fn oclgrind_finds_nothing_in_the_examples() {
        let elder = binary("elder");
        let examples = root().join("examples/dpia");
        for name in ["dot1", "dot2", "dot_vectors", "scal"] {
            let program = examples.join(format!("{name}.dpia"));
            let program = program.to_str().expect("a path of letters");
            let arguments = ["test", "--backend", "opencl", "--device", "oclgrind", program];
            let report = oclgrind::run(&elder, &arguments).unwrap_or_else(|error| panic!("{error}"));
            assert!(report.is_clean(), "{name}: {}", report.describe());
        }
    }
}
