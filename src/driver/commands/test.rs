//! `elder test`: runs the test blocks that programs carry.

use super::{messages, print};
use crate::device::Unavailable;
use crate::engine::{Limits, Overrides, Settings, Switches};
use crate::testing::run::Options;
use crate::testing::subject::Backend;
use crate::testing::{pool, summary};
use crate::{Exit, programs, tower};
use elder_syntax::value::Tolerance;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Programs, and folders to search for programs.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// What runs the programs.
    #[arg(long, value_enum, default_value = "ref")]
    backend: Tested,
    /// For `--backend opencl`: which device (see `elder run`).
    #[arg(long, value_name = "DEVICE")]
    device: Option<String>,
    /// Run programs of Futhark and FCL by the definition as well, and demand that it gives what the machine gives; of entry points that take
    /// derivatives there is only the definition, and nothing is compared.
    #[arg(long)]
    both: bool,
    /// Run what this pass makes of the programs, by the reference semantics of the language that they are of then (Futhark, Core; see `elder dev
    /// --passes`).
    #[arg(long, value_name = "NAME")]
    pass: Option<String>,
    /// Leave out files and cases with this tag.
    #[arg(long, value_name = "TAG")]
    exclude: Vec<String>,
    /// Leave out files whose path contains this.
    #[arg(long, value_name = "TEXT")]
    exclude_path: Vec<String>,
    /// Only this entry point.
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Only the case at this line.
    #[arg(long, value_name = "N")]
    line: Option<usize>,
    /// How many files at once [default: the number of processors; one on a device of OpenCL].
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Time limit for a case.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    timeout: f64,
    /// Limit of live array memory for a case.
    #[arg(long, value_name = "BYTES", default_value_t = 4 << 30)]
    memory: u64,
    /// Limit of steps for a case.
    #[arg(long, value_name = "STEPS")]
    fuel: Option<u64>,
    /// What decides where the semantics leaves a choice, and random input.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Error messages must match the patterns in the blocks even where they are not ids of rules.
    #[arg(long)]
    strict_messages: bool,
    /// Floats must be equal bit for bit; otherwise Futhark programs have the tolerance of Futhark's own runner: a difference of 0.002, or
    /// of 0.002 times the largest number expected.
    #[arg(long, visible_alias = "bitwise")]
    strict: bool,
    /// Decide a tuned number, such as the threshold of two versions (`main.outer_0`).
    #[arg(long, value_name = "NAME=N", value_parser = elder_host::tuning::assignment)]
    size: Vec<(String, i64)>,
    /// For a program `p.fut`, set the tuning parameters of the file `p.fut.EXTENSION`, if there is one.
    #[arg(long, value_name = "EXTENSION", default_value = "tuning")]
    tuning: String,
    /// Do not look for tuning files.
    #[arg(long)]
    no_tuning: bool,
    /// Write failures to this file, a line each: path, cause, case, message, command, separated by tabs.
    #[arg(long, value_name = "FILE")]
    list_failures: Option<PathBuf>,
    #[command(flatten)]
    overrides: Overrides,
    #[command(flatten)]
    switches: Switches,
}

/// What runs programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Tested {
    /// The reference semantics.
    Ref,
    /// Kernels and launch plans (DPIA, FCL), or the host program over entries of DPIA (Futhark, Dex, Core), executed by their reference semantics.
    Plan,
    /// C with OpenMP, on the processor.
    C,
    /// OpenCL, on a device.
    Opencl,
}

impl Tested {
    /// The backend, on that device.
    ///
    /// # Errors
    /// If it has no devices.
    pub(super) fn with(self, device: Option<&String>) -> Result<Backend, Unavailable> {
        match (self, device) {
            (Tested::Opencl, device) => Ok(Backend::OpenCl(device.cloned())),
            (_, Some(_)) => Err(Unavailable {
                message: "--device is for --backend opencl".to_string(),
                exit: Exit::StaticError,
            }),
            (Tested::Ref, None) => Ok(Backend::Reference),
            (Tested::Plan, None) => Ok(Backend::Plan),
            (Tested::C, None) => Ok(Backend::C),
        }
    }
}

/// Runs the tests and prints failures and a summary.
pub fn run(arguments: &Arguments) -> Exit {
    // Without the device nothing can be tested: said once, not for every file.
    let backend = match arguments
        .backend
        .with(arguments.device.as_ref())
        .and_then(|b| b.check().map(|()| b))
    {
        Ok(backend) => backend,
        Err(unavailable) => {
            messages::error(unavailable.message);
            return unavailable.exit;
        }
    };
    let after = match arguments.pass.as_deref().map(position).transpose() {
        Ok(after) => after,
        Err(message) => {
            messages::error(message);
            return Exit::StaticError;
        }
    };
    let files = match programs::within(&arguments.paths, &|_| true) {
        Ok(files) => files,
        Err(message) => {
            messages::error(message);
            return Exit::StaticError;
        }
    };
    let left_out = |p: &Path| {
        arguments
            .exclude_path
            .iter()
            .any(|x| p.to_string_lossy().contains(x.as_str()))
    };
    let files: Vec<PathBuf> = files.into_iter().filter(|p| !left_out(p)).collect();
    if files.is_empty() {
        messages::error(format_args!("there is no program in these folders"));
        return Exit::StaticError;
    }
    let seconds = arguments.timeout;
    let Some(time) = Duration::try_from_secs_f64(seconds).ok().filter(|t| !t.is_zero()) else {
        messages::error(format_args!("{seconds} is not a time limit"));
        return Exit::StaticError;
    };
    let limits = Limits {
        fuel: arguments.fuel,
        memory: Some(arguments.memory),
        time: Some(time),
    };
    let options = Options {
        backend,
        settings: Settings {
            limits,
            seed: arguments.seed,
            zeros: false,
            overrides: arguments.overrides,
            both: arguments.both,
            definition: false,
            tuning: elder_semantics::choice::Numbers::Default,
        },
        sizes: arguments.size.iter().cloned().collect(),
        after,
        exclude: arguments.exclude.clone(),
        entry: arguments.entry.clone(),
        line: arguments.line,
        strict_messages: arguments.strict_messages,
        tuning: (!arguments.no_tuning).then(|| arguments.tuning.clone()),
        tolerance: arguments.strict.then_some(Tolerance::Bitwise),
        switches: arguments.switches,
        before: None,
    };
    // A device runs one thing at a time.  In C what takes long is the compiler, which uses one processor.
    let jobs = match (arguments.jobs, &options.backend) {
        (Some(jobs), _) => jobs,
        (None, Backend::Reference | Backend::Plan | Backend::C) => {
            std::thread::available_parallelism().map_or(1, usize::from)
        }
        (None, _) => 1,
    };
    // A file has several cases; one that hangs outside of any case is found by this.
    let give_up = time.saturating_mul(4).saturating_add(Duration::from_secs(5));
    let bar = progress(files.len());
    let mut failed = 0;
    let reports = pool::run(&files, &options, jobs, Some(give_up), |report| {
        if !report.failures.is_empty() {
            failed += 1;
            bar.suspend(|| print(&summary::describe(report)));
            bar.set_message(format!("{failed} failed"));
        }
        if !report.notes.is_empty() {
            bar.suspend(|| print(&summary::remarks(report)));
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    if let Some(path) = &arguments.list_failures {
        let lines: String = reports.iter().map(summary::machine_lines).collect();
        if let Err(e) = std::fs::write(path, lines) {
            messages::error(format_args!("cannot write {}: {e}", path.display()));
            return Exit::StaticError;
        }
    }
    let summary = summary::Summary::of(&reports);
    print(&format!("{summary}\n"));
    match summary.passed() {
        true => Exit::Value,
        // Nothing was evaluated of what failed: it is outside of what is compiled.
        false if summary.is_outside() => Exit::StaticError,
        false => Exit::RunTimeError,
    }
}

/// The position of that name, if what its pass gives can be run.
///
/// # Errors
/// Says which there are.
fn position(name: &str) -> Result<&'static str, String> {
    let mut names: Vec<&str> = Vec::new();
    for position in tower::tested() {
        if !names.contains(&position.name()) {
            names.push(position.name());
        }
    }
    let found = names.iter().find(|own| **own == name).copied();
    found.ok_or_else(|| {
        format!("`{name}` is no pass whose programs are run by a reference semantics of their language; these are {}", names.join(", "))
    })
}

/// A bar on a terminal, nothing elsewhere.
fn progress(files: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} files  {msg}  {elapsed}") {
        bar.set_style(style);
    }
    bar
}
