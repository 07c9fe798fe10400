//! `elder dev`: looks into the compiler. A program after any pass, its kernels, its launch plan; the passes; the devices.

use super::{colour, print};
use crate::Exit;
use crate::compile::{self, SOURCE};
use crate::configuration::{Overrides, Switches};
use crate::engine::{Failed, Program, Rejected};
use crate::{diff, tower};
use elder_kernel::Dialect;
use elder_opencl::choose;
use elder_passes::tower::Of;
use elder_passes::{Arrow, Target};
use elder_syntax::{Diagnostic, Rule};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A program.
    #[arg(required_unless_present_any = ["list", "passes", "rules"])]
    program: Option<PathBuf>,
    /// Which definition.
    #[arg(long, value_name = "NAME", default_value = "main")]
    entry: String,
    /// Show the program after this pass (see --passes), or `source`, `kernels`, `plan`, or `all`.
    #[arg(long, value_name = "NAME", default_value = "kernels")]
    pass: String,
    /// For which kind of device.
    #[arg(long, value_enum, default_value = "opencl")]
    target: TargetName,
    /// Show what the pass changed: lines of the program before it with `-`, of the program after it with `+`.
    #[arg(long)]
    diff: bool,
    /// Show the derivation by which the pass makes its result, a step a line: rules, environment, expression, what becomes of it and what is known of
    /// its value; premises stand before the conclusion (defunctionalise).
    #[arg(long, conflicts_with_all = ["diff", "without"])]
    steps: bool,
    /// Show how long each pass takes, up to the one that is asked for, in milliseconds of processor time: the least of three times (Futhark, Core).
    #[arg(long, conflicts_with_all = ["diff", "without", "steps"])]
    time: bool,
    /// Show what a run of the program costs behind each pass, up to the one that is asked for, on the values on standard input, which are as `ref-run` takes
    /// them: primitive functions applied and elements read, written or made; of Futhark also rules applied.
    #[arg(long, conflicts_with_all = ["diff", "time", "steps"])]
    cost: bool,
    /// Leave out this rule of a pass (see --rules).
    #[arg(long, value_name = "RULE")]
    without: Vec<String>,
    /// List the passes.
    #[arg(long)]
    passes: bool,
    /// List the rules of passes that can be left out one by one.
    #[arg(long)]
    rules: bool,
    /// List the devices.
    #[arg(long)]
    list: bool,
    /// With --list: as JSON.
    #[arg(long, requires = "list")]
    json: bool,
    #[command(flatten)]
    overrides: Overrides,
    #[command(flatten)]
    switches: Switches,
}

/// A kind of device.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum TargetName {
    /// OpenCL C.
    Opencl,
    /// C with OpenMP.
    C,
}

impl TargetName {
    /// The language of its kernels.
    pub fn dialect(self) -> Dialect {
        match self {
            TargetName::Opencl => Dialect::OpenCl,
            TargetName::C => Dialect::OpenMp,
        }
    }
}

/// Shows what is asked for.
pub fn run(arguments: &Arguments) -> Exit {
    if arguments.list {
        return list(arguments.json);
    }
    if arguments.passes {
        for arrow in tower::arrows() {
            let of = match (
                arrow.of,
                arrow.from == arrow.to || arrow.to != &elder_dpia::LANGUAGE,
            ) {
                (Of::All, true) => String::new(),
                _ => format!(" ({} programs only)", arrow.from.name),
            };
            print(&format!("{:<14} {}{of}\n", arrow.name, arrow.description));
        }
        return Exit::Value;
    }
    if arguments.rules {
        for (arrow, rule) in switched() {
            print(&format!("{:<20} {}: {}\n", rule.id, arrow.name, rule.title));
        }
        return Exit::Value;
    }
    let Some(path) = &arguments.program else {
        return Exit::StaticError;
    };
    let is_compiled = tower::language_of(path).map_or(true, |language| language.is_compiled());
    let shown = match is_compiled {
        true => compile::load(path).and_then(|source| show(&source, arguments)),
        false => {
            Program::load_with(path, arguments.switches).and_then(|source| show_road(&source, arguments))
        }
    };
    match shown {
        Ok(Some(text)) => {
            print(&text);
            Exit::Value
        }
        Ok(None) => {
            let names: Vec<&str> = tower::arrows().map(|arrow| arrow.name).collect();
            eprintln!(
                "error: no pass `{}` is taken from here; --pass takes {SOURCE}, {}, plan or all",
                arguments.pass,
                names.join(", ")
            );
            Exit::StaticError
        }
        Err(rejected) => {
            eprint!("{}", rejected.render(colour()));
            rejected.exit()
        }
    }
}

/// The program at the stage that is asked for, `None` if there is no such stage.
fn show(source: &Program, arguments: &Arguments) -> Result<Option<String>, Rejected> {
    let dialect = arguments.target.dialect();
    let target = Target::of(dialect);
    let entry = source.entry_with(&arguments.entry, &arguments.overrides)?;
    let wanted = arguments.pass.as_str();
    if let "kernels" | "plan" = wanted {
        let plan = source.plan(&entry, target)?;
        return Ok(Some(match wanted {
            "plan" => plan.to_string(),
            _ => source.text(&plan, dialect).text,
        }));
    }
    if wanted != "all" {
        let Some(stages) = source.stages_to(&entry, wanted, target) else {
            return Ok(None);
        };
        return Ok(chosen(&stages?, wanted, arguments.diff));
    }
    let stages = source.stages(&entry, target)?;
    let mut out = String::new();
    for (name, text) in &stages {
        let _ = writeln!(out, "-- {name}\n{text}");
    }
    let plan = source.plan(&entry, target)?;
    let _ = writeln!(
        out,
        "-- plan\n{plan}\n-- kernels\n{}",
        source.text(&plan, dialect).text
    );
    Ok(Some(out))
}

/// The rules that can be left out, with their arrows.
fn switched() -> impl Iterator<Item = (&'static Arrow, &'static Rule)> {
    let arrows = tower::arrows().filter(|arrow| arrow.partial.is_some());
    arrows.flat_map(|arrow| arrow.rules.iter().map(move |rule| (arrow, *rule)))
}

/// How often a pass is timed.
const TIMES: usize = 3;

/// Passes with their milliseconds, and the sum.
fn table(times: &[(&str, Duration)]) -> String {
    let sum = times.iter().map(|(_, time)| *time).sum();
    let rows = times.iter().copied().chain([("all", sum)]);
    rows.map(|(name, time)| format!("{name:<14} {:>10.3}\n", time.as_secs_f64() * 1e3))
        .collect()
}

/// Passes with the work and the rules of a run behind them.
fn costs_table(costs: &[(&str, u64, u64)]) -> String {
    let head = format!("{:<14} {:>12} {:>12}\n", "", "work", "rules");
    let rows = costs.iter().map(|(name, work, rules)| match rules {
        0 => format!("{name:<14} {work:>12}\n"),
        rules => format!("{name:<14} {work:>12} {rules:>12}\n"),
    });
    std::iter::once(head).chain(rows).collect()
}

/// The same of a program of which no road leads to a device yet.
fn show_road(source: &Program, arguments: &Arguments) -> Result<Option<String>, Rejected> {
    let outside = |message| Rejected::outside(Diagnostic::outside(message));
    let rule = |id: &String| {
        let found = switched().find(|(_, rule)| rule.id == id).map(|(_, rule)| rule);
        found.ok_or_else(|| outside(format!("there is no rule `{id}` to leave out; see --rules")))
    };
    let without = arguments
        .without
        .iter()
        .map(rule)
        .collect::<Result<Vec<_>, _>>()?;
    let failed = |failed: Failed| source.rejected(vec![*failed.diagnostic]);
    let not_compiled = || outside(compile::not_compiled(source.language()));
    let wanted = arguments.pass.as_str();
    let last = (wanted != "all").then_some(wanted);
    let road = source
        .road(&arguments.entry, &without, last)
        .ok_or_else(not_compiled)??;
    if arguments.steps {
        let none = || outside(format!("pass `{wanted}` has no derivation to show"));
        let steps = road.steps().ok_or_else(none)?;
        return steps.map(Some).map_err(|errors| source.rejected(errors));
    }
    if arguments.time {
        let times = road.times(TIMES).map_err(|errors| source.rejected(errors))?;
        return Ok(Some(table(&times)));
    }
    if arguments.cost {
        let values = super::values::read(&source.parameter_types(&arguments.entry)).map_err(outside)?;
        let costs = road.costs(&arguments.entry, &values).map_err(failed)?;
        return Ok(Some(costs_table(&costs)));
    }
    let stages = road.texts();
    if last.is_none() {
        let texts = stages.iter().map(|(name, text)| format!("-- {name}\n{text}"));
        return Ok(Some(texts.collect()));
    }
    Ok(chosen(&stages, wanted, arguments.diff))
}

/// One of the stages, or how it differs from the one before.
fn chosen(stages: &[(&str, String)], wanted: &str, differ: bool) -> Option<String> {
    let position = stages.iter().position(|(name, _)| *name == wanted)?;
    let text = &stages[position].1;
    match (differ, position.checked_sub(1)) {
        (true, Some(before)) => Some(diff::lines(&stages[before].1, text)),
        _ => Some(text.clone()),
    }
}

/// The devices, a line each.
fn list(json: bool) -> Exit {
    let devices = match choose::list() {
        Ok(devices) => devices,
        Err(error) => {
            eprintln!("error: {error}");
            return Exit::StaticError;
        }
    };
    let kind = |d: &choose::Listed| match (d.is_gpu, d.platform.is_empty()) {
        (true, _) => "gpu",
        (_, true) => "c",
        _ => "cpu",
    };
    if json {
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let shown: Vec<String> = devices
            .iter()
            .map(|d| {
                format!(
                    "{{\"id\": \"{}\", \"kind\": \"{}\", \"name\": {}, \"platform\": {}, \"driver\": {}}}",
                    d.index,
                    kind(d),
                    quoted(&d.name),
                    quoted(&d.platform),
                    quoted(&d.driver)
                )
            })
            .collect();
        print(&format!("[{}]\n", shown.join(", ")));
        return Exit::Value;
    }
    for d in &devices {
        let platform = if d.platform.is_empty() {
            String::new()
        } else {
            format!(" ({}, {})", d.platform, d.driver)
        };
        print(&format!("{}  {:<4} {}{platform}\n", d.index, kind(d), d.name));
    }
    if cfg!(not(feature = "opencl")) {
        eprintln!("this elder was built without `--features opencl`: only the C compiler can be used");
    } else if devices.iter().all(|d| d.platform.is_empty()) {
        eprintln!("OpenCL has no device; install one (Debian: apt-get install pocl-opencl-icd)");
    }
    Exit::Value
}
