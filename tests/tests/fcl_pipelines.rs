//! Generated FCL programs along the pipeline: the command that a kernel is translated to has the kernel's value, after every pass, as C, as
//! OpenCL on pocl, and Oclgrind finds nothing wrong with the kernels.
//!
//! How much is generated is fixed; which programs they are is decided by `ELDER_FUZZ_SEED` (default 0), and `ELDER_FUZZ_COUNT` asks for
//! more of each sort. What differs is printed with the line that reproduces it.

use elder_driver::device::Device;
use elder_driver::fuzz::Verdict;
use elder_driver::fuzz::fcl::{pipelines, tree};
use elder_generate::ChoiceTree;
use elder_generate::fcl::Shape;
use std::sync::{Mutex, PoisonError};

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
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(body);
    let ended = thread.expect("a thread starts").join();
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

/// Generates programs and wants all pipelines to agree; not more than one in ten may have no value for want of time or memory.
fn all_agree(rung: &str, shape: Shape, count: u64, judge: impl Fn(&[ChoiceTree]) -> Vec<Verdict>) {
    let first = number("ELDER_FUZZ_SEED", 0);
    let count = number("ELDER_FUZZ_COUNT", count);
    println!("ELDER_FUZZ_SEED={first} ELDER_FUZZ_COUNT={count}");
    let mut complaints = Vec::new();
    let mut limits = 0;
    let seeds: Vec<u64> = (first..first + count).collect();
    for seeds in seeds.chunks(BATCH) {
        let trees: Vec<ChoiceTree> = seeds.iter().map(|seed| tree(*seed, shape)).collect();
        for (seed, verdict) in seeds.iter().zip(judge(&trees)) {
            match verdict {
                Verdict::Agree => {}
                Verdict::Limit(_) => limits += 1,
                Verdict::Differ { place, message } => complaints.push(format!(
                    "{place}: {message}\n    elder fuzz --language fcl --rung {rung} --seed {seed} --count 1"
                )),
            }
        }
    }
    assert!(
        complaints.is_empty(),
        "{} programs differ:\n{}",
        complaints.len(),
        complaints.join("\n")
    );
    assert!(limits * 10 <= count, "{limits} programs reached a limit");
}

fn device_agrees(name: &'static str, count: u64) {
    alone(move || {
        let device = Device::open(Some(name)).unwrap_or_else(|why| panic!("{}", why.message));
        let rung = format!("device --device '{name}'");
        all_agree(&rung, Shape::LARGE, count, |trees| {
            pipelines::device_agrees(trees, Shape::LARGE, device.machine(), device.options())
        });
    });
}

#[test]
fn generated_kernels_agree_at_every_stage() {
    alone(|| {
        let shape = Shape::MIDDLE;
        all_agree("stages", shape, 100, |trees| {
            trees
                .iter()
                .map(|tree| pipelines::stages_agree(tree, shape))
                .collect()
        });
    });
}

#[test]
fn generated_kernels_agree_as_c() {
    device_agrees("c", 150);
}

#[test]
#[cfg(feature = "opencl")]
fn generated_kernels_agree_on_pocl() {
    device_agrees("Portable Computing Language", 100);
}
