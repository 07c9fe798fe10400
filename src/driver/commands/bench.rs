//! `elder bench`: times entry points on devices.

use super::{messages, print};
use crate::bench::compare::Earlier;
use crate::bench::data::Asked;
use crate::bench::result::{self, Key, Result as Outcome};
use crate::bench::sample::Rule;
use crate::bench::table::{self, RATIOS};
use crate::bench::worker::{self, Copy, Event, Options};
use crate::engine::{Overrides, Settings};
use crate::{Exit, programs, tower};
use elder_host::tuning;
use indicatif::ProgressBar;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// The command line.
///
/// Of each data set of the test blocks of programs (of a program without blocks: once, with `--input`) it times runs on devices, and a copy of as many bytes
/// there.  Times are those of the devices' events, for C of the clock, without transfers.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Programs, and folders to search for programs.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Only this entry point [without blocks: main].
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Where: a number of `elder dev --list`, a part of a device's name, or `c`; several times for several devices, side by side
    /// [default: a GPU if there is one].
    #[arg(long, value_name = "DEVICE")]
    device: Vec<String>,
    /// Several devices, with commas between them; `all` for those of `elder dev --list`.
    #[arg(long, value_name = "DEVICES", conflicts_with = "device")]
    devices: Option<String>,
    /// Instead of blocks, the arguments as in `random input { .. }`: types of random arrays, and values; or `@FILE`.
    #[arg(long, value_name = "INPUT")]
    input: Option<String>,
    /// How many timed runs [default: at least 10, until the mean is known to 1%, for 3 seconds at most].
    #[arg(long, value_name = "N")]
    runs: Option<usize>,
    /// How many runs before them [default: 10, for one second at most].
    #[arg(long, value_name = "N")]
    warm_up: Option<usize>,
    /// Time limit for a run.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    timeout: f64,
    /// Decide a tuned number, such as the threshold of two versions (`main.outer_0`).
    #[arg(long, value_name = "NAME=N", value_parser = tuning::assignment)]
    size: Vec<(String, i64)>,
    /// Decide the tuned numbers that this file lists, a line `NAME=N` each [default: PROGRAM.tuning, if there is one].
    #[arg(long, value_name = "FILE")]
    tuning: Option<PathBuf>,
    /// Do not compare results with what blocks expect.
    #[arg(long)]
    no_check: bool,
    /// Time a copy of that many bytes [default: of as many as arguments and results come to, which it reads and writes].
    #[arg(long, value_name = "BYTES")]
    copy: Option<u64>,
    /// Time no copy.
    #[arg(long, conflicts_with = "copy")]
    no_copy: bool,
    /// Say where time goes, by kernel and by what the host does.
    #[arg(long)]
    profile: bool,
    /// How many elements of the first result to keep, spread evenly, for scripts.
    #[arg(long, value_name = "N", default_value_t = 0)]
    samples: usize,
    /// Write results as JSON to this file; without a file, instead of tables, an object a line (docs/bench.md).
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = STANDARD)]
    json: Option<PathBuf>,
    /// Hold times against those that `--json` wrote earlier.
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    #[command(flatten)]
    overrides: Overrides,
}

/// What stands for standard output.
const STANDARD: &str = "-";

/// What takes longer is told of.
const SOON: Duration = Duration::from_secs(2);

/// Runs and times programs.
pub fn run(arguments: &Arguments) -> Exit {
    let asked = options(arguments).and_then(|options| {
        let earlier = arguments.compare.as_deref().map(earlier).transpose()?;
        Ok((options, earlier))
    });
    let (options, earlier) = match asked {
        Ok(asked) => asked,
        Err(message) => return refused(message),
    };
    let limit = Duration::try_from_secs_f64(arguments.timeout).ok();
    let Some(limit) = limit.filter(|limit| !limit.is_zero()) else {
        return refused(format!("{} is not a time limit", arguments.timeout));
    };
    let is_lines = arguments.json.as_deref() == Some(Path::new(STANDARD));
    let mut shown = Shown {
        earlier,
        is_lines,
        results: Vec::new(),
        exit: Exit::Value,
    };
    if let Err(message) = watched(options, limit, &mut shown) {
        return refused(message);
    }
    if shown.results.is_empty() {
        return refused(
            "there is nothing to time: no test block has an input for it; `--input` gives one".to_owned(),
        );
    }
    if shown.earlier.is_some() && !is_lines {
        print(RATIOS);
    }
    if let (Some(file), false) = (&arguments.json, is_lines)
        && let Err(e) = std::fs::write(file, result::document(&shown.results))
    {
        return refused(format!("cannot write {}: {e}", file.display()));
    }
    shown.exit
}

fn refused(message: String) -> Exit {
    messages::error(message);
    Exit::StaticError
}

fn options(arguments: &Arguments) -> Result<Options, String> {
    // `--json` takes what stands behind it, and a program shall not be written over.
    if let Some(file) = arguments.json.as_deref()
        && tower::language_of(file).is_ok()
    {
        let file = file.display();
        return Err(format!(
            "--json would write over the program {file}; without a file it stands last"
        ));
    }
    Ok(Options {
        files: programs::within(&arguments.paths, &|_| true)?,
        devices: devices(arguments)?,
        asked: Asked {
            entry: arguments.entry.clone(),
            input: arguments.input.clone(),
            // Of a folder nobody says how its programs are called.
            only_blocks: arguments.paths.iter().any(|path| path.is_dir()),
        },
        rule: Rule {
            warm_up: arguments.warm_up,
            runs: arguments.runs,
        },
        check: !arguments.no_check,
        copy: match (arguments.copy, arguments.no_copy) {
            (Some(bytes), _) => Copy::Bytes(bytes),
            (None, true) => Copy::None,
            (None, false) => Copy::AsMuch,
        },
        profile: arguments.profile,
        samples: arguments.samples,
        tuning: (arguments.tuning.clone(), arguments.size.clone()),
        settings: Settings {
            overrides: arguments.overrides,
            ..Settings::default()
        },
    })
}

fn devices(arguments: &Arguments) -> Result<Vec<Option<String>>, String> {
    let names: Vec<String> = match arguments.devices.as_deref() {
        Some("all") => {
            let listed = elder_opencl::list().map_err(|error| error.to_string())?;
            listed.iter().map(|device| device.index.to_string()).collect()
        }
        Some(names) => names.split(',').map(str::to_owned).collect(),
        None => arguments.device.clone(),
    };
    Ok(match names.is_empty() {
        true => vec![None],
        false => names.into_iter().map(Some).collect(),
    })
}

fn earlier(file: &Path) -> Result<Earlier, String> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|e| format!("cannot read {shown}: {e}"))?;
    Earlier::read(&text).map_err(|message| format!("{shown}: {message}"))
}

/// Results as they come.
struct Shown {
    earlier: Option<Earlier>,
    /// Whether they are objects, a line each.
    is_lines: bool,
    results: Vec<Outcome>,
    /// That of the first failure.
    exit: Exit,
}

impl Shown {
    fn add(&mut self, results: Vec<Outcome>) {
        for result in &results {
            let Err(failed) = &result.outcome else { continue };
            if let Some(rejected) = &failed.rejected {
                messages::rejected(rejected);
            }
            messages::error(&failed.message);
            if self.exit == Exit::Value {
                self.exit = failed.exit;
            }
        }
        if self.is_lines {
            for result in &results {
                print(&format!("{}\n", result.json()));
            }
        } else if results.iter().any(|result| result.outcome.is_ok()) {
            print(&table::table(&results, self.earlier.as_ref()));
            for result in &results {
                if let Some(profile) = result.outcome.as_ref().ok().and_then(|m| m.profile.as_ref()) {
                    print(&format!(
                        "\n{} on {}\n{profile}",
                        result.key.data, result.key.device
                    ));
                }
            }
            print("\n");
        }
        self.results.extend(results);
    }
}

/// Takes results until there are no others, or a run takes longer than it may.
fn watched(options: Options, limit: Duration, shown: &mut Shown) -> Result<(), String> {
    let receive = worker::start(options).map_err(|e| format!("no thread can be started: {e}"))?;
    let mut progress = Progress::new();
    let mut since: Option<Instant> = None;
    let mut timed = Key::default();
    loop {
        match receive.recv_timeout(Duration::from_millis(100)) {
            Ok(Event::Begins(what, key)) => {
                timed = key;
                progress.begins(what);
            }
            Ok(Event::Runs) => since = Some(Instant::now()),
            Ok(Event::Ran) => {
                since = None;
                progress.runs += 1;
            }
            Ok(Event::Entry(results)) => progress.apart(|| shown.add(results)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if since.is_some_and(|since| since.elapsed() > limit) {
            let message = format!(
                "{}: a run takes longer than {} s, so it and all behind it are given up; `--timeout` gives it more time",
                progress.what,
                limit.as_secs_f64()
            );
            progress.apart(|| shown.add(vec![Outcome::given_up(timed, message)]));
            return Ok(());
        }
        progress.tell();
    }
}

/// What is done, if it takes long: a line that changes on a terminal, elsewhere lines at ever larger distances.
struct Progress {
    what: String,
    runs: usize,
    since: Instant,
    next: Duration,
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new() -> Progress {
        Progress {
            what: String::new(),
            runs: 0,
            since: Instant::now(),
            next: SOON,
            bar: std::io::stderr().is_terminal().then(ProgressBar::new_spinner),
        }
    }

    fn begins(&mut self, what: String) {
        if let Some(bar) = &self.bar {
            bar.reset();
        }
        (self.what, self.runs, self.since, self.next) = (what, 0, Instant::now(), SOON);
    }

    fn tell(&mut self) {
        let spent = self.since.elapsed();
        if spent < self.next || self.what.is_empty() {
            return;
        }
        let line = format!("{}: {} s, {} runs", self.what, spent.as_secs(), self.runs);
        match &self.bar {
            Some(bar) => {
                bar.set_message(line);
                bar.tick();
            }
            None => {
                eprintln!("{line}");
                self.next = 2 * self.next;
            }
        }
    }

    /// Does what prints.
    fn apart(&self, action: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(action),
            None => action(),
        }
    }
}
