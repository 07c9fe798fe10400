//! `elder reduce`: the smallest program that shows the same finding.

use super::print;
use crate::Exit;
use crate::engine::{Limits, Settings};
use crate::finding::Finding;
use crate::fuzz::external::template::Implementation;
use crate::reduce::judge::Asked;
use crate::reduce::pool::Progress;
use crate::reduce::subject::{Run, Subject};
use crate::reduce::{self, Options, report};
use elder_reduce::greedy::Reduced;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::IsTerminal;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A program of Futhark or Core whose test blocks show a finding.
    file: PathBuf,
    /// Only runs of this entry point.
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// The entry point reads these values, in place of what test blocks say.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Of several findings the first whose place and class have these words in them.
    #[arg(long, value_name = "WORDS")]
    finding: Option<String>,
    /// The finding is one of another implementation of Futhark, as of `elder fuzz --external`.
    #[arg(long, value_name = "NAME|CMD")]
    external: Option<String>,
    /// For `--external`: the command that accepts {prog}, or compiles it to {exe}.
    #[arg(long, value_name = "CMD", requires = "external")]
    external_accept: Option<String>,
    /// For `--external`: how long each of its commands may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    limit: u64,
    /// Steps that a run may take.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    fuel: u64,
    /// Bytes that the arrays of a run may have.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 28)]
    memory: u64,
    /// Stop after this time, with what is the smallest then.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    time: u64,
    /// How many candidates are judged at once: as many as there are cores, unless this says it.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Where the program is written: beside the file, with `reduced` before its ending, unless this says it.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Finds, reduces, writes.
pub fn run(arguments: &Arguments) -> Exit {
    match reduced(arguments) {
        Ok(exit) => exit,
        Err(message) => {
            eprint!("{message}");
            Exit::StaticError
        }
    }
}

fn reduced(arguments: &Arguments) -> Result<Exit, String> {
    let error = |message: String| format!("error: {message}\n");
    let file = &arguments.file;
    let subject = Subject::read(file, arguments.entry.as_deref(), arguments.input.as_deref())?;
    let asked = asked(arguments).map_err(error)?;
    let found = quietly(|| reduce::findings(&subject, &asked)).map_err(error)?;
    let all: Vec<(&Run, &Finding)> = found
        .iter()
        .flat_map(|(run, findings)| findings.iter().map(move |finding| (run, finding)))
        .collect();
    let words = arguments.finding.as_deref().unwrap_or_default();
    let Some((run, finding)) = all
        .iter()
        .find(|(_, finding)| finding.title().contains(words))
        .copied()
    else {
        print(&nothing(file, &subject, &all));
        return Ok(Exit::Value);
    };
    let others: Vec<String> = all
        .iter()
        .map(|(_, other)| other)
        .filter(|other| !other.is_same(finding))
        .map(|other| other.title())
        .collect();
    print(&format!("{}\n", finding.title()));
    for other in &others {
        print(&format!("also found, see --finding: {other}\n"));
    }
    let start = Instant::now();
    let (bar, progress) = progress();
    let options = Options {
        jobs: arguments
            .jobs
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get)),
        time: Duration::from_secs(arguments.time),
        progress,
    };
    let reduced = quietly(|| reduce::reduce(&subject, &asked, (run, finding), options));
    bar.finish_and_clear();
    let reduced = reduced.map_err(error)?;
    let output = arguments.output.clone().unwrap_or_else(|| beside(file));
    let text = written(&subject, &asked, (run, finding), &reduced);
    fs::write(&output, &text).map_err(|e| error(format!("cannot write {}: {e}", output.display())))?;
    let ended = match reduced.is_least {
        true => "",
        false => ", stopped by --time",
    };
    print(&format!(
        "{}: {} nodes, {} before; {} candidates in {:.1} s, {} kept{ended}\n",
        output.display(),
        reduced.nodes,
        reduced.before,
        reduced.tried,
        start.elapsed().as_secs_f64(),
        reduced.kept
    ));
    Ok(Exit::RunTimeError)
}

/// Who is asked.
fn asked(arguments: &Arguments) -> Result<Asked, String> {
    let Some(name) = &arguments.external else {
        return Ok(Asked::Elder(Box::new(Settings {
            limits: Limits {
                fuel: Some(arguments.fuel),
                memory: Some(arguments.memory),
                time: None,
            },
            ..Settings::default()
        })));
    };
    Ok(Asked::Other {
        implementation: Implementation::of(name, arguments.external_accept.as_deref())?,
        limit: Duration::from_secs(arguments.limit),
    })
}

/// That there is nothing to do, and what could be done.
fn nothing(file: &Path, subject: &Subject, found: &[(&Run, &Finding)]) -> String {
    let file = file.display();
    let reason = match (subject.runs.len(), found) {
        (0, _) => {
            "it has no run: a test block `-- ==`, `-- input { .. }` states one, or --entry with --input FILE"
                .to_owned()
        }
        (runs, []) => format!(
            "its {runs} {} no finding; --external asks another implementation, --fuel allows longer runs",
            if runs == 1 { "run shows" } else { "runs show" }
        ),
        (_, found) => {
            let titles: Vec<String> = found.iter().map(|(_, finding)| finding.title()).collect();
            format!("no finding has these words; found are: {}", titles.join("; "))
        }
    };
    format!("{file}: nothing to reduce: {reason}\n")
}

/// A panic on the way is a finding, which needs no report of its own.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let done = work();
    std::panic::set_hook(hook);
    done
}

/// `p.reduced.fut` for `p.fut`.
fn beside(file: &Path) -> PathBuf {
    let ending = file
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    file.with_extension(format!("reduced.{ending}"))
}

/// The file with the finding as the smallest program shows it.
fn written(subject: &Subject, asked: &Asked, (run, finding): (&Run, &Finding), reduced: &Reduced) -> String {
    let judged = asked
        .judge(subject)
        .ok()
        .and_then(|judge| quietly(|| judge.findings(&reduced.candidate, &run.entry)));
    let now = judged.into_iter().flatten().find(|own| own.is_same(finding));
    let message = now.map_or_else(|| finding.message.clone(), |own| own.message);
    let comments = [
        finding.title(),
        message,
        format!(
            "{} nodes, {} before, in {}",
            reduced.nodes,
            reduced.before,
            subject.path.display()
        ),
    ];
    let run = Run {
        entry: run.entry.clone(),
        inputs: reduced.candidate.inputs.clone(),
    };
    report::switched(subject.switches) + &report::file(&comments, &[run], &reduced.candidate.text)
}

/// How often something is said where nobody watches a bar.
const REPORT_EVERY: Duration = Duration::from_secs(10);

/// A spinner on a terminal, a line now and then elsewhere.
fn progress<'a>() -> (ProgressBar, Progress<'a>) {
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new_spinner(),
        false => ProgressBar::hidden(),
    };
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}  {elapsed}") {
        bar.set_style(style);
    }
    let (own, mut reported) = (bar.clone(), Instant::now());
    let tell = move |nodes: usize, tried: usize| {
        let message = match nodes {
            0 => format!("{tried} candidates"),
            nodes => format!("{nodes} nodes left, {tried} candidates"),
        };
        if own.is_hidden() && reported.elapsed() >= REPORT_EVERY {
            reported = Instant::now();
            eprintln!("{message}");
        }
        own.set_message(message);
        own.tick();
    };
    (bar, Box::new(tell))
}
