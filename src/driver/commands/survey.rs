//! `elder survey`: folders of other people's programs, checked; what is refused, by rule.

use super::{messages, print};
use crate::fuzz::external::template::Implementation;
use crate::survey::judged::Verdict;
use crate::survey::projects::Project;
use crate::survey::{Survey, report};
use crate::{Exit, tower};
use elder_syntax::Language as Declared;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Folders, each a project; packages that `futhark pkg sync` put into it are none of its files.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Only files of this language, said by the ending of its files, as `fut` [default: all].
    #[arg(long, value_name = "ENDING", value_parser = language)]
    language: Option<&'static Declared>,
    /// Ask another implementation too, and say where it differs: futhark-run, futhark-c, or a command that accepts {prog}.
    #[arg(long, value_name = "NAME|CMD")]
    external_accept: Option<String>,
    /// How long each may take for a file.
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    limit: u64,
    /// How much Elder may take for a file.
    #[arg(long, value_name = "BYTES", default_value_t = 4 << 30)]
    memory: u64,
    /// How many files at once [default: the number of processors].
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Write a line a file to this one: path, verdict, what the other says, separated by tabs.
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Print the verdict on this one file, as a line; what the other processes do.
    #[arg(long, hide = true)]
    judge: bool,
}

/// Reads the ending of a language's files.
fn language(ending: &str) -> Result<&'static Declared, String> {
    let found = tower::LANGUAGES
        .iter()
        .find(|language| language.declared.ending == ending);
    found.map(|language| language.declared).ok_or_else(|| {
        let known: Vec<&str> = tower::LANGUAGES
            .iter()
            .map(|language| language.declared.ending)
            .collect();
        format!("there are {}", known.join(", "))
    })
}

/// Checks all files and prints the tables.
pub fn run(arguments: &Arguments) -> Exit {
    if let (true, [file]) = (arguments.judge, arguments.folders.as_slice()) {
        let verdict = Verdict::on(file);
        print(&format!("{}\n", verdict.line()));
        return verdict.exit();
    }
    match surveyed(arguments) {
        Ok(exit) => exit,
        Err(message) => {
            messages::error(message);
            Exit::StaticError
        }
    }
}

fn surveyed(arguments: &Arguments) -> Result<Exit, String> {
    let projects = arguments
        .folders
        .iter()
        .map(|folder| Project::of(folder, arguments.language))
        .collect::<Result<Vec<_>, _>>()?;
    let survey = Survey {
        other: arguments
            .external_accept
            .as_deref()
            .map(Implementation::that_accepts)
            .transpose()?,
        limit: Duration::from_secs(arguments.limit),
        memory: arguments.memory,
        jobs: arguments
            .jobs
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get)),
    };
    let bar = progress(projects.iter().map(|project| project.files.len()).sum());
    let told = survey.of(&projects, &|_| bar.inc(1))?;
    bar.finish_and_clear();
    if let Some(path) = &arguments.list {
        let written = std::fs::write(path, report::lines(&told));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let name = survey.other.as_ref().map(|other| other.name.as_str());
    print(&report::tables(&projects, &told, name));
    Ok(match report::is_quiet(&told) {
        true => Exit::Value,
        false => Exit::RunTimeError,
    })
}

/// A bar on a terminal, nothing elsewhere.
fn progress(files: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} files  {elapsed}") {
        bar.set_style(style);
    }
    bar
}
