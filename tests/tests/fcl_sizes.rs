//! The library's algorithms on all sizes: every length from 0 to 300 and around each power of two up to 2^20 gives compiled what the
//! reference semantics gives. Each kernel is compiled once, for any size.
//!
//! A thinned set of sizes by default; `ELDER_SIZES=all` for all of them (about ten minutes in release mode).

use elder_driver::compile::{self, EntryPoint};
use elder_driver::device::Device;
use elder_fcl::{Entry, load};
use elder_passes::Target;
use elder_semantics::fcl::{Options, run};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::{Tolerance, compare};
use std::sync::{Mutex, PoisonError};

/// What a kernel reads for a size.
type Inputs = fn(usize) -> Vec<Value>;

/// A kernel that is run on all sizes.
struct Subject {
    name: &'static str,
    text: &'static str,
    inputs: Inputs,
    /// The largest size: what one block does is not for a million elements.
    most: usize,
}

const GRID: usize = 1 << 21;
const BLOCK: usize = 1 << 13;

static SUBJECTS: &[Subject] = &[
    Subject {
        name: "reversal",
        text: "sig main : [int] -> [int]<grid>\nkernel main xs = reverseGrid 1024 xs",
        inputs: |n| vec![ints(n)],
        most: GRID,
    },
    Subject {
        name: "reversal by one block",
        text: "sig main : [int] -> [int]<block>\nkernel main xs = revBlock xs",
        inputs: |n| vec![ints(n)],
        most: BLOCK,
    },
    Subject {
        name: "elementwise",
        text: "sig main : [int] -> [int]<grid>\nkernel main xs = mapGrid (fn x => 3 * x + 1) xs",
        inputs: |n| vec![ints(n)],
        most: GRID,
    },
    Subject {
        name: "two arrays",
        text: "sig main : double -> [double] -> [double] -> [double]<grid>
kernel main a xs ys = zipWithGrid (fn x y => a * x + y) xs ys",
        inputs: |n| vec![double(2.5), doubles(n, 3), doubles(n, 7)],
        most: GRID,
    },
    Subject {
        name: "sum",
        text: "sig main : [int] -> [int]<grid>\nkernel main xs = sum xs",
        inputs: |n| vec![ints(n)],
        most: GRID,
    },
    Subject {
        name: "dot product",
        text: "sig main : [double] -> [double] -> [double]<grid>\nkernel main xs ys = dot xs ys",
        inputs: |n| vec![doubles(n, 3), doubles(n, 7)],
        most: GRID,
    },
    Subject {
        name: "smallest element and its place",
        text: "sig main : [double] -> [(double, int)]<grid>\nkernel main xs = argmin xs",
        inputs: |n| vec![doubles(n, 11)],
        most: GRID,
    },
    Subject {
        name: "sum by one block",
        text: "sig main : [int] -> [int]<block>
kernel main xs = reduceStrided <block> #BlockSize (fn a b => a + b) 0 xs",
        inputs: |n| vec![ints(n)],
        most: BLOCK,
    },
    Subject {
        name: "sum by one warp",
        text: "sig main : [int] -> [int]<warp>
kernel main xs = reduceStrided <warp> #WarpSize (fn a b => a + b) 0 xs",
        inputs: |n| vec![ints(n)],
        most: BLOCK,
    },
    Subject {
        name: "inclusive scan",
        text: "sig main : [int] -> [int]<grid>\nkernel main xs = scanGrid (fn a b => a + b) 0 xs",
        inputs: |n| vec![ints(n)],
        most: GRID,
    },
    Subject {
        name: "exclusive scan",
        text: "sig main : [int] -> [int]<grid>\nkernel main xs = scanGridExclusive (fn a b => max a b) (-100) xs",
        inputs: |n| vec![ints(n)],
        most: GRID,
    },
    Subject {
        name: "scan by one block",
        text: "sig main : [int] -> [int]<block>\nkernel main xs = scanBlock (fn a b => a + b) 0 xs",
        inputs: |n| vec![ints(n)],
        most: BLOCK,
    },
    Subject {
        name: "scan by the warps of a block",
        text: "sig main : [int] -> [int]<block>\nkernel main xs = scanWarps (fn a b => a + b) 0 xs",
        inputs: |n| vec![ints(n)],
        most: BLOCK,
    },
    Subject {
        name: "transposition",
        text: "sig main : int -> int -> [int] -> [int]<grid>\nkernel main cols rows xs = transposeGrid 32 cols rows xs",
        inputs: |n| {
            // As long as it is wide where that is possible; a column or a row for primes.
            let width = (1..=n)
                .take_while(|d| d * d <= n)
                .filter(|d| n.is_multiple_of(*d))
                .last();
            let width = width.unwrap_or(0);
            let height = n.checked_div(width).unwrap_or(0);
            vec![int(width), int(height), ints(n)]
        },
        most: GRID,
    },
    Subject {
        name: "transposition of five columns",
        text: "sig main : int -> int -> [int] -> [int]<grid>\nkernel main cols rows xs = transposeGrid 32 cols rows xs",
        inputs: |n| vec![int(5), int(n), ints(5 * n)],
        most: 1 << 17,
    },
    Subject {
        name: "stencil",
        text: "sig main : [int] -> [int]<grid>
kernel main xs = stencilGrid 256 2 (fn w => fold (fn a x => 2 * a + x) 0 w) xs",
        inputs: |n| vec![ints(n)],
        most: GRID,
    },
    Subject {
        name: "matrix and vector",
        text: "sig main : int -> [double] -> [double] -> [double]<grid>
kernel main cols mat vec = matrixVector (fn a b => a * b) (fn a b => a + b) 0.0 cols mat vec",
        inputs: |n| vec![int(3), doubles(3 * n, 5), doubles(3, 7)],
        most: 1 << 12,
    },
    Subject {
        name: "matrix and a long vector",
        text: "sig main : int -> [double] -> [double] -> [double]<grid>
kernel main cols mat vec = matrixVector (fn a b => a * b) (fn a b => a + b) 0.0 cols mat vec",
        // No column: the number of rows is not known.
        inputs: |n| vec![int(n + 1), doubles(3 * (n + 1), 5), doubles(n + 1, 7)],
        most: 1 << 17,
    },
];

fn int(n: usize) -> Value {
    Value::scalar(PrimValue::I32(i32::try_from(n).unwrap_or(i32::MAX)))
}

fn double(x: f64) -> Value {
    Value::scalar(PrimValue::F64(x))
}

fn ints(n: usize) -> Value {
    Value::vector(
        (0..n)
            .map(|i| (i * 7919 % 1009) as i32 - 500)
            .collect::<Vec<i32>>(),
    )
}

/// Small whole numbers, so that sums are exact in any order.
fn doubles(n: usize, step: usize) -> Value {
    Value::vector(
        (0..n)
            .map(|i| (i * step % 101) as f64 - 50.0)
            .collect::<Vec<f64>>(),
    )
}

/// The sizes that are tried, in order.
fn sizes() -> Vec<usize> {
    let all = std::env::var("ELDER_SIZES").is_ok_and(|v| v == "all");
    let mut sizes: Vec<usize> = if all {
        (0..=300).collect()
    } else {
        (0..=34)
            .chain([63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 300])
            .collect()
    };
    for power in 9..=if all { 20 } else { 12 } {
        sizes.extend([(1 << power) - 1, 1 << power, (1 << power) + 1]);
    }
    sizes
}

/// All subjects on all sizes on a device.
fn sweep(device: &str) {
    static DEVICES: Mutex<()> = Mutex::new(());
    let _alone = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
    let device = Device::open(Some(device)).unwrap_or_else(|why| panic!("{}", why.message));
    let machine = device.machine();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut plans = Vec::new();
    let mut points: Vec<(&Subject, EntryPoint, Entry)> = Vec::new();
    let mut complaints = Vec::new();
    for subject in SUBJECTS {
        let file = folder.path().join("subject.fcl");
        std::fs::write(&file, subject.text).expect("the folder is writable");
        let compiled = compile::load(&file).and_then(|source| {
            let point = source.entry("main")?;
            let plan = source.plan(&point, Target::of(machine.dialect()))?;
            Ok((point, plan))
        });
        match compiled {
            Ok((point, plan)) => {
                let program = load::text("subject", subject.text)
                    .program
                    .expect("it is accepted");
                let entry = Entry::of(&program, Some("main")).expect("it is a kernel");
                plans.push(plan);
                points.push((subject, point, entry));
            }
            Err(rejected) => {
                let printed: Vec<&str> = rejected.diagnostics.iter().map(|d| d.message.as_str()).collect();
                complaints.push(format!("{} is not compiled: {printed:?}", subject.name));
            }
        }
    }
    let loaded = machine
        .load(plans, device.options())
        .unwrap_or_else(|error| panic!("{error}"));
    let mut compared = 0;
    for (plan, (subject, point, entry)) in points.iter().enumerate() {
        let mut wrong = 0;
        for n in sizes().into_iter().filter(|n| *n <= subject.most) {
            let inputs = (subject.inputs)(n);
            let expected = run(entry, &inputs, &Options::default());
            let expected = expected
                .results
                .unwrap_or_else(|f| panic!("{} of {n}: {}", subject.name, f.message));
            let printed = match point.arguments(inputs) {
                Err(diagnostic) => Some(diagnostic.message.clone()),
                Ok(inputs) => match loaded.run(plan, &inputs) {
                    Err(error) => Some(error.to_string()),
                    Ok(outcome) => {
                        let actual = point.results(outcome.values);
                        let pairs = actual.iter().zip(&expected);
                        let mut differences =
                            pairs.filter_map(|(a, e)| compare::difference(a, e, Tolerance::Bitwise));
                        match differences.next() {
                            _ if actual.len() != expected.len() => Some("too few results".to_owned()),
                            difference => difference.map(|d| d.to_string()),
                        }
                    }
                },
            };
            compared += 1;
            if let Some(printed) = printed {
                wrong += 1;
                if wrong <= 3 {
                    complaints.push(format!("{} of {n}: {printed}", subject.name));
                }
            }
        }
        if wrong > 3 {
            complaints.push(format!("{} is wrong on {wrong} sizes", subject.name));
        }
    }
    println!(
        "{compared} runs of {} kernels on {}",
        points.len(),
        machine.name()
    );
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn deep(body: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(body);
    let ended = thread.expect("a thread starts").join();
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[test]
fn all_sizes_as_c() {
    deep(|| sweep("c"));
}

#[test]
#[cfg(feature = "opencl")]
fn all_sizes_on_pocl() {
    deep(|| sweep("Portable Computing Language"));
}
