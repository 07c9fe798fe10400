//! `ref-run`: the ground-truth result of a program.

use crate::configuration::{Effort, available_memory};
use crate::messages::{self, Messages, print, say};
use crate::{files, tuning, values};
use elder_engine::language::Literate;
use elder_engine::languages;
use elder_engine::{Argument, Exit, Limits, Overrides, Settings, Switches, Watch};
use elder_syntax::imports::Disk;
use std::path::PathBuf;
use std::time::Duration;

/// Evaluate an entry point of a program by the reference semantics.
///
/// Arguments are read from standard input in Futhark's text or binary data format; each result is written on a line of
/// its own; whatever else is asked for goes to standard error. Exit status: 0 a value, 1 a run-time error, 2 a static error or unreadable input, 3 a limit was reached.
#[derive(Debug, clap::Parser)]
#[command(name = "ref-run", version)]
pub struct Arguments {
    /// The program; its language goes by the file's ending.
    #[arg(value_name = "PROG")]
    program: PathBuf,
    /// The entry point [default: main; without one, the commands of a literate file print their results under them (Dex)].
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Check the program and stop.
    #[arg(long)]
    check: bool,
    /// Run a program of Futhark or Dex by the definition rather than by the machine that gives the same faster; `--derive` and `--rules` do.
    #[arg(long)]
    clear: bool,
    /// Also print the derivation: which rule was applied where, with which value, nested at most so deep.
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, require_equals = true, default_missing_value = "64")]
    derive: Option<usize>,
    /// Also print the rules that were applied, and how often.
    #[arg(long)]
    rules: bool,
    /// Also print the cost: work, span, bytes; for DPIA steps a level and transactions with global memory.
    #[arg(long)]
    cost: bool,
    /// Also print, on standard error, the words of the results: of each reduction what it combined, in its order, whatever the operator makes of it (Core).
    #[arg(long)]
    free: bool,
    /// Also evaluate with reals of so many bits for floats, and print, on standard error, how far the results are off.
    #[arg(long, value_name = "BITS", num_args = 0..=1, require_equals = true, default_missing_value = "256")]
    exact: Option<u32>,
    /// What decides where the semantics leaves a choice.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Set a tuning parameter: the value of `#[param(NAME)] e` in a Futhark program.
    #[arg(long, value_name = "NAME=N", value_parser = tuning::assignment)]
    param: Vec<(String, i64)>,
    /// Set the tuning parameters that this file lists.
    #[arg(long, value_name = "FILE")]
    tuning: Option<PathBuf>,
    /// Decide a tuned number: the value of `tuned "NAME" ..` in a program of Core, above zero.
    #[arg(long, value_name = "NAME=N", value_parser = tuning::assignment)]
    size: Vec<(String, i64)>,
    /// New cells of a DPIA program hold zeros, as in the paper, rather than nothing that may be read.
    #[arg(long)]
    zeros: bool,
    /// Stop after so many steps.
    #[arg(long, value_name = "N")]
    fuel: Option<u64>,
    /// Stop when live arrays need more than this [default: what the machine has].
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
    /// Write results in the binary data format.
    #[arg(long, short)]
    binary: bool,
    #[command(flatten)]
    overrides: Overrides,
    #[command(flatten)]
    switches: Switches,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    messages: Messages,
}

/// Checks, reads, evaluates, writes.
pub fn run(arguments: &Arguments) -> Exit {
    arguments.effort.bound();
    arguments.messages.choose();
    let language = languages::of_name(&arguments.program.to_string_lossy()).ok();
    // What lies before every program of a language is checked in every run; only what the program itself uses is of interest.
    let before = arguments.rules.then(|| {
        if let Some(language) = language {
            (language.prepare)();
        }
        languages::rules()
            .map(|rule| rule.applications())
            .collect::<Vec<_>>()
    });
    if let (Some(files), None, false) = (
        language.and_then(|l| l.literate),
        &arguments.entry,
        arguments.check,
    ) {
        let exit = literate(files, arguments);
        before.iter().for_each(|before| rules_used(before));
        return exit;
    }
    let entry = arguments.entry.as_deref().unwrap_or("main");
    let mut program = match files::program(&arguments.program, arguments.switches) {
        Ok(program) => program,
        Err(rejected) => {
            messages::rejected(&rejected);
            return rejected.exit();
        }
    };
    messages::report(program.warnings(), program.sources());
    if arguments.check {
        return Exit::Value;
    }
    if arguments.exact.is_some() && cfg!(not(feature = "exact")) {
        messages::error("this ref-run was built without `--features exact`, which --exact needs");
        return Exit::StaticError;
    }
    match arguments.tuning.as_deref().map(tuning::read).transpose() {
        Ok(file) => {
            let mut parameters = file.unwrap_or_default();
            parameters.extend(arguments.param.iter().cloned());
            program.tune(parameters);
        }
        Err(message) => {
            messages::error(message);
            return Exit::StaticError;
        }
    }
    if let Err(wrong) = program.size(arguments.size.iter().cloned().collect()) {
        messages::report([&*wrong], program.sources());
        return Exit::StaticError;
    }
    let defaults = program.parameter_types(entry);
    let values: Vec<Argument> = match values::read(&defaults) {
        Ok(values) => values.into_iter().map(Argument::Data).collect(),
        Err(message) => {
            messages::error(message);
            return Exit::StaticError;
        }
    };
    let settings = settings(arguments);
    let watch = Watch {
        definition: arguments.clear,
        derivation: arguments.derive,
        cost: arguments.cost,
        rules: arguments.rules,
        words: arguments.free,
    };
    #[cfg(feature = "exact")]
    let again = arguments.exact.map(|bits| (bits, values.clone()));
    let watched = program.watch(entry, values, &settings, watch);
    if let Some(derivation) = &watched.derivation {
        say(format_args!("{derivation}"));
    }
    if let Some(cost) = &watched.cost {
        say(format_args!("{cost}\n"));
    }
    for words in watched.words.iter().flatten() {
        say(format_args!("{words}\n"));
    }
    let exit = match watched.results {
        Ok(results) => {
            #[cfg(feature = "exact")]
            if let Some((bits, values)) = again {
                let floats = program.call(entry, values.clone(), &settings);
                let report = floats
                    .and_then(|floats| program.compare_with_reals(entry, values, &settings, bits, &floats));
                match report {
                    Ok(report) => say(format_args!("{report}")),
                    Err(stopped) => {
                        let message = "in reals there is no value, though in floats there is one:\n";
                        say(format_args!("{message}"));
                        messages::report([&*stopped.diagnostic], program.sources());
                    }
                }
            }
            values::write(results, arguments.binary)
        }
        Err(stopped) => {
            messages::report([&*stopped.diagnostic], program.sources());
            stopped.kind.into()
        }
    };
    if let Some(before) = before {
        rules_used(&before);
    }
    exit
}

fn settings(arguments: &Arguments) -> Settings {
    Settings {
        limits: Limits {
            fuel: arguments.fuel,
            memory: arguments.memory.or_else(available_memory),
            time: arguments
                .timeout
                .and_then(|s| Duration::try_from_secs_f64(s).ok()),
        },
        seed: arguments.seed,
        zeros: arguments.zeros,
        overrides: arguments.overrides,
        both: false,
        definition: arguments.clear || arguments.rules,
        ..Settings::default()
    }
}

/// Runs a file item by item and writes it with what its commands print.
fn literate(files: Literate, arguments: &Arguments) -> Exit {
    let printed = match (files.run)(
        &arguments.program.to_string_lossy(),
        &mut Disk,
        &settings(arguments),
    ) {
        Ok(printed) => printed,
        Err(rejected) => {
            messages::rejected(&rejected);
            return rejected.exit();
        }
    };
    print(&printed.text());
    messages::report(printed.diagnostics(), &printed.sources);
    printed.exit()
}

/// The rules applied since the counts were `before`, a line each, most used first.
fn rules_used(before: &[u64]) {
    let counts = languages::rules()
        .zip(before)
        .map(|(rule, before)| (rule.applications() - before, rule));
    let mut used: Vec<_> = counts.filter(|(n, _)| *n > 0).collect();
    used.sort_by_key(|(n, rule)| (std::cmp::Reverse(*n), rule.id));
    for (n, rule) in used {
        say(format_args!("{n:>12} {:<24} {}\n", rule.id, rule.title));
    }
}
