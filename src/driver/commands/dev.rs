//! `elder dev`: looks into the compiler. A program after any pass, its kernels, its launch plan; the passes; the devices.

use super::{messages, print};
use crate::Exit;
use crate::compile::host::{Hosted, POSITION};
use crate::compile::{self, SOURCE};
use crate::engine::{Failed, Overrides, Program, Rejected, Switches};
use crate::lowering::{Lowering, Way};
use crate::{diff, tower};
use elder_kernel::{Dialect, Plan};
use elder_opencl::choose;
use elder_passes::{Pass, Pipeline, Position, Schedule, Target};
use elder_syntax::{Diagnostic, Rule};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A program.
    #[arg(required_unless_present_any = ["list", "passes", "pipelines", "rules"])]
    program: Option<PathBuf>,
    /// Which definition.
    #[arg(long, value_name = "NAME", default_value = "main")]
    entry: String,
    /// Show the program after this pass (see --pipelines), or `source`, `kernels`, `plan`, or `all`.
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
    /// Show how long each pass takes, up to the one that is asked for, in milliseconds of processor time: the least of three times.
    #[arg(long, conflicts_with_all = ["diff", "without", "steps"])]
    time: bool,
    /// Show what a run of the program costs behind each pass, up to the one that is asked for, on the values on standard input, which are as `ref-run` takes
    /// them: primitive functions applied and elements read, written or made; of Futhark also rules applied.  What it gives behind a pass has to be what it gave before.
    #[arg(long, conflicts_with_all = ["diff", "time", "steps"])]
    cost: bool,
    /// Leave out this rule of a pass (see --rules), or this pass (see --pipelines).
    #[arg(long, value_name = "RULE|NAME")]
    without: Vec<String>,
    /// Choose skeletons and chunks as for a tiny machine, by this seed (plan).
    #[arg(long, value_name = "SEED")]
    tiny: Option<u64>,
    /// List the passes.
    #[arg(long)]
    passes: bool,
    /// List the pipelines: the passes of each way down, in order, by the names that --pass takes.
    #[arg(long)]
    pipelines: bool,
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

/// Shows the program after each pass.
const ALL: &str = "all";
/// Shows the launch plan, of programs whose pipeline has no pass of that name.
const PLAN: &str = "plan";

/// The name of the stage that is the text of kernels.
const KERNELS: &str = "kernels";

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
        for pass in tower::passes() {
            print(&format!("{:<14} {}{}\n", pass.name, pass.description, of(pass)));
        }
        return Exit::Value;
    }
    if arguments.rules {
        for (pass, rule) in switched() {
            print(&format!("{:<20} {}: {}\n", rule.id, pass.name, rule.title));
        }
        return Exit::Value;
    }
    if arguments.pipelines {
        for pipeline in tower::pipelines() {
            let names: Vec<&str> = pipeline.positions().iter().map(Position::name).collect();
            print(&format!("{:<8} {}\n", pipeline.name, names.join(", ")));
        }
        return Exit::Value;
    }
    let Some(path) = &arguments.program else {
        return Exit::StaticError;
    };
    let shown = Program::load_with(path, arguments.switches).and_then(|source| show(&source, arguments));
    match shown {
        Ok(Some(text)) => {
            print(&text);
            Exit::Value
        }
        Ok(None) => {
            let taken = tower::language_of(path).map_or_else(|_| String::new(), offered);
            messages::error(format_args!(
                "no pass `{}` is taken from here; --pass takes {taken}",
                arguments.pass
            ));
            Exit::StaticError
        }
        Err(rejected) => {
            messages::rejected(&rejected);
            rejected.exit()
        }
    }
}

/// What `--pass` takes of programs of a language: a launch plan only where their pipeline leads to one, kernels of host programs behind it.
fn offered(language: &tower::Language) -> String {
    let positions = tower::onwards(language.passes);
    let plan = language.is_compiled().then_some(PLAN);
    let kernels = language.is_hosted().then_some(KERNELS);
    let names = positions.iter().map(Position::name).chain(plan).chain(kernels);
    let names: Vec<&str> = std::iter::once(SOURCE).chain(names).collect();
    format!("{} or {ALL}", names.join(", "))
}

/// Of which programs a pass is, where that is not all that come there.
fn of(pass: &Pass) -> String {
    let has = |pipeline: &&Pipeline| pipeline.positions().iter().any(|position| position.pass == pass);
    let mut own = tower::pipelines().filter(has);
    match (own.next(), own.next()) {
        (Some(only), None) => format!(
            " ({} programs only)",
            only.from().map_or("", |language| language.name)
        ),
        _ => String::new(),
    }
}

/// The rules that can be left out, with their passes.
fn switched() -> impl Iterator<Item = (&'static Pass, &'static Rule)> {
    let passes = tower::passes().filter(|pass| pass.switches);
    passes.flat_map(|pass| pass.rules.iter().map(move |rule| (pass, *rule)))
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

/// How the program is to be taken along its pipeline.
fn way(arguments: &Arguments, pipeline: &Pipeline) -> Result<Way, Rejected> {
    let is_last =
        |name: &String| pipeline.find(name).is_some() || ![ALL, PLAN, KERNELS].contains(&name.as_str());
    let mut way = Way {
        last: Some(arguments.pass.clone()).filter(is_last),
        target: Target::of(arguments.target.dialect()),
        overrides: arguments.overrides,
        schedule: arguments.tiny.map(Schedule::tiny),
        ..Way::default()
    };
    for name in &arguments.without {
        let is_position = |pipeline: &Pipeline| pipeline.find(name).is_some();
        if let Some((_, rule)) = switched().find(|(_, rule)| rule.id == name) {
            way.without.push(rule);
        } else if tower::pipelines().any(is_position) {
            way.skipped.push(name.clone());
        } else {
            let message =
                format!("there is no rule and no pass `{name}` to leave out; see --rules and --pipelines");
            return Err(Rejected::outside(Diagnostic::outside(message)));
        }
    }
    Ok(way)
}

/// The program at the stage that is asked for, `None` if there is no such stage.
fn show(source: &Program, arguments: &Arguments) -> Result<Option<String>, Rejected> {
    let outside = |message| Rejected::outside(Diagnostic::outside(message));
    let failed = |failed: Failed| source.rejected(vec![*failed.diagnostic]);
    let not_compiled = || outside(compile::not_compiled(source.language()));
    let pipeline = source.pipeline().ok_or_else(not_compiled)?;
    let way = way(arguments, pipeline)?;
    let is_hosted = pipeline.find(POSITION).is_some();
    let wanted = match arguments.pass.as_str() {
        other @ (SOURCE | ALL) => other,
        PLAN if !is_hosted => PLAN,
        KERNELS if is_hosted => KERNELS,
        name => match pipeline.find(name) {
            Some(at) => pipeline.positions()[at].name(),
            None => return Ok(None),
        },
    };
    let dialect = arguments.target.dialect();
    let lowering = source
        .lowering(&arguments.entry, &way)
        .ok_or_else(not_compiled)??;
    if arguments.steps {
        let none = || outside(format!("pass `{wanted}` has no derivation to show"));
        let steps = lowering.steps().ok_or_else(none)?;
        return steps.map(Some).map_err(|errors| source.rejected(errors));
    }
    if arguments.time {
        let times = lowering.times(TIMES).map_err(|errors| source.rejected(errors))?;
        return Ok(Some(table(&times)));
    }
    if arguments.cost {
        let values = super::values::read(&source.parameter_types(&arguments.entry)).map_err(outside)?;
        let costs = lowering.costs(&arguments.entry, &values).map_err(failed)?;
        return Ok(Some(costs_table(&costs)));
    }
    // What leads to a host program ends with it.
    let of_host = || -> Result<String, Rejected> {
        let last = lowering.stages().last().map(|(_, stage)| stage.program.clone());
        let hosted = last.map(|program| Hosted::made(program, Target::of(dialect)));
        let text = hosted.map(|hosted| hosted.text(source).map_err(|failure| failure.rejected));
        text.unwrap_or_else(|| Ok(String::new()))
    };
    let kernels = |plan: &Plan| source.text(plan, dialect).text;
    match (wanted, lowering.plan()) {
        (PLAN, plan) if !is_hosted => return Ok(plan.map(ToString::to_string)),
        (KERNELS, _) if is_hosted => return of_host().map(Some),
        (KERNELS, plan) => return Ok(plan.map(kernels)),
        _ => {}
    }
    if wanted != ALL {
        return Ok(chosen(&lowering, wanted, arguments.diff));
    }
    let mut out = String::new();
    for (name, text) in lowering.texts() {
        let _ = writeln!(out, "-- {name}\n{text}");
    }
    if let Some(plan) = lowering.plan() {
        let _ = writeln!(out, "-- plan\n{plan}\n-- kernels\n{}", kernels(plan));
    }
    if is_hosted {
        let _ = writeln!(out, "-- kernels\n{}", of_host()?);
    }
    Ok(Some(out))
}

/// One of the stages, or how it differs from the one before.
fn chosen(lowering: &Lowering, wanted: &str, differ: bool) -> Option<String> {
    let mut before = None;
    for (name, stage) in lowering.stages() {
        if name == wanted {
            let text = lowering.text(name, stage);
            return Some(match before.filter(|_| differ) {
                Some((name, stage)) => diff::lines(&lowering.text(name, stage), &text),
                None => text,
            });
        }
        before = Some((name, stage));
    }
    None
}

/// The devices, a line each.
fn list(json: bool) -> Exit {
    let devices = match choose::list() {
        Ok(devices) => devices,
        Err(error) => {
            messages::error(error);
            return Exit::StaticError;
        }
    };
    let kind = |d: &choose::Listed| match (d.is_gpu, d.platform.is_empty()) {
        (true, _) => "gpu",
        (_, true) => "c",
        _ => "cpu",
    };
    if json {
        let shown = devices.iter().map(|d| {
            json!({
                "id": d.index.to_string(),
                "kind": kind(d),
                "name": d.name,
                "platform": d.platform,
                "driver": d.driver,
            })
        });
        print(&format!("{}\n", Value::from_iter(shown)));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever takes what is offered is not told that there is no such pass.
    #[test]
    fn only_what_a_pipeline_has_is_offered() {
        for language in tower::LANGUAGES {
            let Some(pipeline) = language.pipeline() else {
                continue;
            };
            let offered = offered(language);
            let names = offered.split(", ").flat_map(|names| names.split(" or "));
            for name in names.filter(|name| ![SOURCE, ALL].contains(name)) {
                match name {
                    PLAN if pipeline.find(PLAN).is_none() => {
                        assert!(pipeline.to() == Some(&elder_kernel::LANGUAGE), "{offered}");
                    }
                    KERNELS if pipeline.find(KERNELS).is_none() => {
                        assert!(pipeline.to() == Some(&elder_kernel::host::LANGUAGE), "{offered}");
                    }
                    name => assert!(pipeline.find(name).is_some(), "{offered}"),
                }
            }
        }
        let of = |file: &str| offered(tower::language_of(std::path::Path::new(file)).unwrap());
        assert!(of("a.fut").ends_with("checks, place, inspect, plan, kernels or all"));
        assert!(of("a.dpia").ends_with("kernels, plan or all"));
    }
}
