//! `elder bench`: how long a compiled program takes on a device.
//!
//! Times are those of the device's events (for C with OpenMP, of the clock), transfers not counted; medians over runs after
//! some for warming up.  `--copy` times a copy between two buffers of the device in the same way, as a measure of what its
//! memory can do.  `--samples` prints elements of the result, so that a script can tell whether it is right.

use super::{messages, print};
use crate::Exit;
use crate::compile;
use crate::engine::{Overrides, Rejected};
use crate::testing::blocks::{self, Generator};
use crate::testing::random::{Floats, Random};
use elder_kernel::c::Type;
use elder_kernel::plan::{Plan, Step};
use elder_kernel::size::Size;
use elder_opencl::choose::{self, Choice, Machine};
use elder_opencl::{BuildOptions, Profile};
use elder_passes::Target;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Diagnostic, Value};
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A program.
    program: PathBuf,
    /// What of it is run.
    #[arg(long, default_value = "main")]
    entry: String,
    /// Where: a number of `elder dev --list`, a part of a device's name, or `c`.
    #[arg(long)]
    device: Option<String>,
    /// The inputs, as in `random input { .. }`: types of random arrays, and values.
    #[arg(long, default_value = "")]
    input: String,
    /// How many timed runs.
    #[arg(long, default_value_t = 100)]
    runs: usize,
    /// How many runs before them.
    #[arg(long, default_value_t = 10)]
    warm_up: usize,
    /// How many elements of the first result to print, spread evenly.
    #[arg(long, default_value_t = 0)]
    samples: usize,
    /// Times a copy of that many bytes, too.
    #[arg(long)]
    copy: Option<usize>,
    /// One line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    overrides: Overrides,
}

/// What was measured.
struct Report {
    device: String,
    /// From text to the text of the kernels, in milliseconds.
    translation: f64,
    /// Of the kernels' times of a run, in nanoseconds.
    median: u64,
    /// The same a kernel.
    kernels: Vec<(String, u64)>,
    copy: Option<u64>,
    samples: Vec<(usize, f64)>,
}

/// Runs and times the program.
pub fn run(arguments: &Arguments) -> Exit {
    match measure(arguments) {
        Ok(report) => {
            print(&if arguments.json {
                report.json()
            } else {
                report.text()
            });
            Exit::Value
        }
        Err(Failure::Refused(exit, refused)) => {
            messages::rejected(&refused);
            exit
        }
        Err(Failure::Other(message)) => {
            messages::error(message);
            Exit::RunTimeError
        }
    }
}

/// Why there is no report.
enum Failure {
    /// The program, or its inputs.
    Refused(Exit, Rejected),
    /// Something else.
    Other(String),
}

fn measure(arguments: &Arguments) -> Result<Report, Failure> {
    let failed = Failure::Other;
    let choice = match &arguments.device {
        Some(text) => text
            .parse()
            .map_err(|e: elder_opencl::Error| failed(e.to_string()))?,
        None => Choice::from_environment(),
    };
    let machine = choose::open(&choice).map_err(|e| failed(e.to_string()))?;
    let target = Target::of(machine.dialect());
    let start = Instant::now();
    let (source, entry, plan) = compile::load(&arguments.program)
        .and_then(|source| {
            let entry = source.entry_with(&arguments.entry, &arguments.overrides)?;
            let plan = source.plan(&entry, target)?;
            Ok((source, entry, plan))
        })
        .map_err(|rejected| Failure::Refused(rejected.exit(), rejected))?;
    elder_kernel::print_all(&[&plan.unit()], machine.dialect(), &Default::default());
    let translation = start.elapsed().as_secs_f64() * 1e3;

    let generators = blocks::generators(&arguments.input).map_err(|e| failed(e.message))?;
    let mut random = Random::new(0, Floats::Unit);
    let make = |g: Generator| match g {
        Generator::Constant(value) => Ok(value),
        Generator::Random(shape, t) => {
            (random.value(&shape, t)).ok_or_else(|| failed("this input does not fit in memory".into()))
        }
    };
    let inputs: Vec<Value> = generators.into_iter().map(make).collect::<Result<_, _>>()?;
    let rendered = |d: Box<Diagnostic>| {
        let rejected = source.rejected(vec![*d]);
        Failure::Refused(Exit::RunTimeError, rejected)
    };
    let inputs = entry.arguments(inputs).map_err(rendered)?;

    let device = machine.name().to_string();
    let (profiles, values) =
        profiles(&*machine, plan, &inputs, arguments).map_err(|e| failed(e.to_string()))?;
    let values = entry.results(values);
    let copy = arguments
        .copy
        .map(|bytes| copy_time(&*machine, bytes, arguments))
        .transpose();
    let copy = copy.map_err(|e| failed(e.to_string()))?;
    let kernels = (0..profiles.first().map_or(0, |p| p.entries.len())).map(|k| {
        let times = profiles.iter().filter_map(|p| p.entries.get(k));
        let name = profiles
            .first()
            .and_then(|p| p.entries.get(k))
            .map_or(String::new(), |e| e.0.to_string());
        (name, median(times.map(|(_, ns)| *ns).collect()))
    });
    Ok(Report {
        device,
        translation,
        median: median(profiles.iter().map(Profile::total).collect()),
        kernels: kernels.collect(),
        copy,
        samples: values.first().map_or(vec![], |v| samples(v, arguments.samples)),
    })
}

/// The times of all timed runs, and the results of the last.
fn profiles(
    machine: &dyn Machine,
    plan: Plan,
    inputs: &[Value],
    arguments: &Arguments,
) -> Result<(Vec<Profile>, Vec<Value>), elder_opencl::Error> {
    let executable = machine.load(vec![plan], &BuildOptions::default())?;
    let mut session = executable.start(0, inputs)?;
    for _ in 0..arguments.warm_up {
        session.launch()?;
    }
    let profiles = (0..arguments.runs.max(1))
        .map(|_| session.launch())
        .collect::<Result<_, _>>()?;
    Ok((profiles, session.results()?))
}

/// The median time of a copy between two buffers, in nanoseconds.
fn copy_time(machine: &dyn Machine, bytes: usize, arguments: &Arguments) -> Result<u64, elder_opencl::Error> {
    let mut plan = Plan::new("copy");
    let count = Size::from((bytes / 4) as i64);
    let from = plan.add_buffer("from", Type::Scalar(PrimType::F32), count.clone());
    let to = plan.add_buffer("to", Type::Scalar(PrimType::F32), count);
    // Memory that nothing was written to may not be there yet.
    let value = PrimValue::F32(1.0);
    plan.steps = vec![
        Step::Fill { buffer: from, value },
        Step::Fill { buffer: to, value },
        Step::Copy { from, to },
    ];
    let (profiles, _) = profiles(machine, plan, &[], arguments)?;
    Ok(median(
        profiles
            .iter()
            .filter_map(|p| p.entries.last())
            .map(|(_, ns)| *ns)
            .collect(),
    ))
}

fn median(mut times: Vec<u64>) -> u64 {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or(0)
}

/// Elements of an array, by their place in row-major order, from the first to the last.
fn samples(value: &Value, count: usize) -> Vec<(usize, f64)> {
    let last = value.data().len().saturating_sub(1);
    let place = |c: usize| match count {
        0 | 1 => 0,
        _ => (last as f64 * c as f64 / (count - 1) as f64) as usize,
    };
    let element = |i: usize| Some((i, number(value.data().get(i)?)));
    (0..count).map(place).filter_map(element).collect()
}

/// As a float, for people and scripts.
fn number(value: PrimValue) -> f64 {
    match value {
        PrimValue::F64(x) => x,
        PrimValue::F32(x) => f64::from(x),
        PrimValue::F16(x) => x.to_f64(),
        PrimValue::Bool(x) => f64::from(u8::from(x)),
        PrimValue::I8(x) => f64::from(x),
        PrimValue::I16(x) => f64::from(x),
        PrimValue::I32(x) => f64::from(x),
        PrimValue::I64(x) => x as f64,
        PrimValue::U8(x) => f64::from(x),
        PrimValue::U16(x) => f64::from(x),
        PrimValue::U32(x) => f64::from(x),
        PrimValue::U64(x) => x as f64,
    }
}

impl Report {
    fn text(&self) -> String {
        let ms = |ns: u64| ns as f64 * 1e-6;
        let mut out = format!(
            "{}: {:.4} ms, translated in {:.2} ms\n",
            self.device,
            ms(self.median),
            self.translation
        );
        for (name, ns) in &self.kernels {
            let _ = writeln!(out, "  {name}: {:.4} ms", ms(*ns));
        }
        if let Some(copy) = self.copy {
            let _ = writeln!(out, "  copy: {:.4} ms", ms(copy));
        }
        for (i, x) in &self.samples {
            let _ = writeln!(out, "  [{i}] {x}");
        }
        out
    }

    /// JSON has no infinities: they are `null`, as what was not measured.
    fn json(&self) -> String {
        let kernels = self.kernels.iter();
        let report = json!({
            "device": self.device,
            "translation_ms": self.translation,
            "median_ns": self.median,
            "copy_ns": self.copy,
            "kernels": kernels.map(|(name, ns)| json!({"name": name, "median_ns": ns})).collect::<Vec<_>>(),
            "samples": self.samples,
        });
        format!("{report}\n")
    }
}
