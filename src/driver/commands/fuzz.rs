//! `elder fuzz`: generated programs on every pipeline of Elder, and the smallest that shows a difference.

mod configurations;
mod external;
mod generated;
pub mod guided;
mod met;
mod report;

use super::{messages, print};
use crate::device::Device;
use crate::fuzz;
use crate::fuzz::campaign::{Campaign, Finding, Kinds, Subject, Summary};
use crate::fuzz::cases::Pool;
use crate::fuzz::malformed;
use crate::{Exit, calibration, launches};
use configurations::Configuration;
use elder_generate::dpia;
use elder_syntax::Rule;
use generated::Generated;
use indicatif::{ProgressBar, ProgressStyle};
use report::report;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::IsTerminal;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The language of the programs: all in turn, unless this or a rung is said.
    #[arg(long, value_parser = generated::parser())]
    language: Option<&'static Generated>,
    /// What is compared with the reference semantics of the program: all that the language has in turn, unless this says it.
    #[arg(long, value_enum)]
    rung: Option<Rung>,
    /// Which programs of DPIA: all in turn if the rung is open too, else marked ones.
    #[arg(long, value_enum)]
    programs: Option<Programs>,
    /// The first seed; a fresh one, which is printed, unless this says it.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many programs: 1000, unless there is a time.
    #[arg(long, value_name = "N")]
    count: Option<u64>,
    /// Stop after this time.
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// How many threads judge programs: as many as there are cores, unless this says it.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Print the programs with their inputs before they are judged.
    #[arg(long)]
    show: bool,
    /// Print how often each rule was met.
    #[arg(long)]
    rules: bool,
    /// Core and Dex: print what share of the programs is accepted, gives a value and uses its variables, and what they contain.
    #[arg(long)]
    stats: bool,
    /// Dex: only programs that have derivatives, from vectors to vectors.
    #[arg(long)]
    smooth: bool,
    /// For `--rung device`: which (see `elder run`).
    #[arg(long, value_name = "DEVICE")]
    device: Option<String>,
    /// For `--rung device`: how many programs are compiled together.
    #[arg(long, value_name = "N", default_value_t = 25)]
    batch: usize,
    /// For `--rung device`: compile kernels as those of `elder run`, optimised.
    #[arg(long)]
    optimise: bool,
    /// Stop after so many findings, each of another kind: others of a kind are counted.
    #[arg(long, value_name = "N", default_value_t = 10)]
    findings: usize,
    /// Candidates tried to make a finding smaller: 500, and 100 with `--external`, unless this says it.
    #[arg(long, value_name = "N")]
    reduction: Option<usize>,
    /// What is judged together and takes longer is a finding, and the last one.
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    patience: u64,
    /// Those who judge were shown to find mistakes by a run of this program before: for who runs it again and again.
    #[arg(long, hide = true)]
    calibrated: bool,
    /// For `--rung malformed`, which starts such processes: say what comes of the inputs in this folder.
    #[arg(long, value_name = "FOLDER", hide = true)]
    answer: Option<PathBuf>,
    #[command(flatten)]
    external: external::External,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Rung {
    /// FCL: types are kept by every step, and what else holds of the language.
    Steps,
    /// FCL: a program whose level is open, at every level.
    Levels,
    /// The reference semantics after every pass; of Futhark, however the program is written and watched.
    Stages,
    /// Kernels and launch plans, checked and executed by their reference semantics.
    Kernels,
    /// DPIA: plans with kernels that are made with their meaning, right or wrong by one premise.
    Judges,
    /// Kernels on a device.
    Device,
    /// Programs that break one rule are refused for it.
    Refused,
    /// Numbers in programs: operators, conversions and literals at their boundaries, by exact arithmetic.
    Numbers,
    /// Texts and bytes of values, and strings in programs, that are made with their meaning.
    Values,
    /// Operators, made with their meaning: how they bind, in which order they combine, what handlers do with monoids.
    Operators,
    /// Functions of libraries on ties and at boundaries, made with their meaning.
    Library,
    /// Entry points and index sets at the edge of what they take, made with their meaning.
    Edges,
    /// Definitions that fail, are needed or are not, and in which order, made with their meaning.
    Definitions,
    /// Programs in which a type would hold itself, or mention what is not bound where it stands, and the nearest right ones.
    Scopes,
    /// The definition's own cases, a little changed: the reference semantics, every stage, and kernels that are executed.
    Cases,
    /// What is hardly a program, a value, a plan or a kernel: whatever a command is given, it answers.
    Malformed,
}

impl Rung {
    fn name(self) -> &'static str {
        match self {
            Rung::Steps => "steps",
            Rung::Levels => "levels",
            Rung::Stages => "stages",
            Rung::Kernels => "kernels",
            Rung::Judges => "judges",
            Rung::Device => "device",
            Rung::Refused => "refused",
            Rung::Numbers => "numbers",
            Rung::Values => "values",
            Rung::Operators => "operators",
            Rung::Library => "library",
            Rung::Edges => "edges",
            Rung::Definitions => "definitions",
            Rung::Scopes => "scopes",
            Rung::Cases => "cases",
            Rung::Malformed => "malformed",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Programs {
    /// The paper's language.
    Plain,
    /// With strategies and address spaces.
    Marked,
    /// Texts of the shapes in which constructs seldom meet by chance.
    Written,
}

impl Programs {
    fn name(self) -> &'static str {
        match self {
            Programs::Plain => "plain",
            Programs::Marked => "marked",
            Programs::Written => "written",
        }
    }

    fn shape(self) -> dpia::Shape {
        match self {
            Programs::Plain => dpia::Shape::PLAIN,
            Programs::Marked => dpia::Shape::MARKED,
            Programs::Written => dpia::Shape::WRITTEN,
        }
    }
}

/// Generates, compares, reduces, reports.
pub fn run(arguments: &Arguments) -> Exit {
    if let Some(folder) = &arguments.answer {
        return malformed::isolated::answer(folder);
    }
    let seed = arguments.seed.unwrap_or_else(fresh_seed);
    let time = arguments.time.map(Duration::from_secs);
    let count = arguments.count.or(time.is_none().then_some(1000));
    if arguments.seed.is_none() {
        print(&format!("from seed {seed}\n"));
    }
    let mistakes = match arguments.calibrated {
        true => vec![],
        false => calibration::mistakes(),
    };
    for mistake in &mistakes {
        print(&format!("== {}: {}\n", mistake.judged, mistake.message));
    }
    if !mistakes.is_empty() {
        return Exit::RunTimeError;
    }
    if arguments.external.is_asked() {
        let campaign = campaign(arguments, seed, count, time);
        return external::run(&arguments.external, &campaign);
    }
    let before = met::Before::now();
    let configurations = configurations::asked(arguments);
    let (rounds, count, turn) = configurations::turns(&configurations, count, time);
    let end = time.map(|time| Instant::now() + time);
    let mut seen: Vec<(u64, Kinds)> = configurations.iter().map(|_| Default::default()).collect();
    let mut findings = 0;
    for _ in 0..rounds {
        for (configuration, (judged, told)) in configurations.iter().zip(&mut seen) {
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            if findings >= arguments.findings || left.is_some_and(|left| left.is_zero()) {
                break;
            }
            let time = turn
                .zip(left)
                .map(|(turn, left)| (turn * configuration.turns()).min(left));
            let own = campaign(arguments, seed.wrapping_add(*judged), count, time);
            let own = match configuration.rung {
                Rung::Device => Campaign {
                    batch: arguments.batch as u64,
                    ..own
                },
                // Another process has a limit of its own for each.
                Rung::Malformed => Campaign {
                    batch: count.map_or(TOGETHER_IN_TURN, |_| TOGETHER),
                    reduction: arguments.reduction.unwrap_or(REDUCTION_OF_MALFORMED),
                    patience: Duration::MAX,
                    ..own
                },
                _ => own,
            };
            let campaign = Campaign {
                findings: arguments.findings - findings,
                ..own
            };
            match one(
                arguments,
                *configuration,
                &campaign,
                told,
                configurations.len() > 1,
            ) {
                Ok(summary) => {
                    findings += summary.findings;
                    *judged += summary.programs();
                }
                Err(message) => {
                    messages::error(message);
                    return Exit::StaticError;
                }
            }
        }
    }
    let reached = rule_summary(arguments, &configurations, &before);
    match findings {
        0 if reached => Exit::Value,
        _ => Exit::RunTimeError,
    }
}

/// Malformed inputs that one process is asked about.
const TOGETHER: u64 = 50;

/// The same where time is short.
const TOGETHER_IN_TURN: u64 = 8;

/// Candidates to make one smaller, each in a process of its own.
const REDUCTION_OF_MALFORMED: usize = 40;

/// Programs from this seed on, judged one by one as the command line says.
fn campaign(arguments: &Arguments, seed: u64, count: Option<u64>, time: Option<Duration>) -> Campaign {
    Campaign {
        seed,
        count,
        time,
        batch: 1,
        jobs: arguments.jobs.unwrap_or_else(|| jobs(arguments)),
        findings: arguments.findings,
        reduction: arguments
            .reduction
            .unwrap_or(match arguments.external.is_asked() {
                true => 100,
                false => 500,
            }),
        patience: Duration::from_secs(arguments.patience),
    }
}

/// How many threads judge programs, unless the command line says it.
fn jobs(arguments: &Arguments) -> usize {
    match &arguments.device {
        // Oclgrind executes one kernel at a time, for one thread.
        Some(device) if device.eq_ignore_ascii_case("oclgrind") => 1,
        _ => std::thread::available_parallelism().map_or(1, NonZero::get),
    }
}

/// Which rules were met, by language; whether each strategy was reached, if that is asked.
fn rule_summary(arguments: &Arguments, configurations: &[Configuration], before: &met::Before) -> bool {
    let mut reached = true;
    let mut summary = Vec::new();
    for Configuration { language, .. } in configurations {
        if summary.contains(language) {
            continue;
        }
        summary.push(*language);
        print(&met::rules(language.declared.name, arguments.rules, before));
        let has = |rung: Rung| {
            let mut own = configurations
                .iter()
                .filter(|configuration| configuration.language == *language);
            own.any(|configuration| configuration.rung == rung)
        };
        let in_full = configurations.len() == 1 || arguments.rules;
        if arguments.rules || (has(Rung::Refused) && in_full) {
            let count = |rule: &Rule, number| before.refused(rule, number);
            print(&fuzz::refused::premises(language.declared.rules, &count));
        }
        print(&fuzz::sides::statistics(language.declared.name));
        if has(Rung::Stages) {
            print(&(language.summary)(arguments.stats, in_full));
        }
        // What no drawn size reaches, nobody has judged.
        if arguments.stats && has(Rung::Stages) && language.is_hosted() {
            match launches::strategies() {
                Ok(told) => print(&told),
                Err(told) => {
                    print(&told);
                    reached = false;
                }
            }
        }
    }
    reached
}

/// Programs on one configuration, of which kinds of findings were told; its name stands before what is said of it if it is one of several.
fn one(
    arguments: &Arguments,
    configuration: Configuration,
    campaign: &Campaign,
    told: &Kinds,
    named: bool,
) -> Result<Summary, String> {
    if named {
        print(&format!(
            "{}, {}, from seed {}: ",
            configuration.language.declared.name,
            configuration.summary(),
            campaign.seed
        ));
    }
    if let (true, Some(count)) = (arguments.show, campaign.count) {
        with_subject(arguments, configuration, campaign.time, &mut |subject| {
            for k in 0..count {
                let seed = campaign.seed.wrapping_add(k);
                let program = (subject.show)(&(subject.tree)(seed));
                print(&format!("-- seed {seed}\n{program}\n"));
            }
        })?;
    }
    let bar = progress(campaign.count);
    let seen = &mut |finding: Option<Finding>| {
        bar.inc(1);
        if let Some(finding) = finding {
            bar.suspend(|| print(&report(&finding, arguments, configuration)));
        }
    };
    let stuck = |finding: &Finding, summary: &Summary| {
        bar.finish_and_clear();
        print(&report(finding, arguments, configuration));
        print(&summed_up(summary, campaign));
        std::process::exit(Exit::RunTimeError as i32)
    };
    let done = campaign.run(
        &|work| with_subject(arguments, configuration, campaign.time, work),
        told,
        seen,
        &stuck,
    );
    bar.finish_and_clear();
    if let Ok(summary) = &done {
        print(&summed_up(summary, campaign));
    }
    done
}

/// Does something with what the command line asks of programs; a device is opened for it.
fn with_subject(
    arguments: &Arguments,
    configuration: Configuration,
    time: Option<Duration>,
    work: &mut dyn FnMut(&Subject<'_>),
) -> Result<(), String> {
    let device = match configuration.rung {
        Rung::Device => {
            let device = Device::open(configuration.device(arguments))?;
            Some(match arguments.optimise {
                true => device,
                false => device.in_a_hurry(),
            })
        }
        _ => None,
    };
    if configuration.rung == Rung::Cases {
        let pool = Pool::new(configuration.language.cases, configuration.language.reassociated)?;
        work(&generated::changed_cases(configuration.language, &pool));
        return Ok(());
    }
    if configuration.rung == Rung::Malformed {
        work(&generated::malformed(configuration.language, time)?);
        return Ok(());
    }
    work(&(configuration.language.subject)(
        configuration,
        arguments,
        device.as_ref(),
    )?);
    Ok(())
}

/// A seed that no run before had, in all likelihood; short enough to be written down.
fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}

/// Seeds that are listed for each reason why programs have no value to compare.
const SHOWN_SEEDS: usize = 10;

/// How many programs had each sort of verdict, and how fast they were judged.
fn summed_up(summary: &Summary, campaign: &Campaign) -> String {
    let mut shown = vec![
        (summary.agree > 0).then(|| format!("{} agree", summary.agree)),
        (summary.findings > 0).then(|| format!("{} differ", summary.findings)),
    ];
    let listed = |what: &dyn fmt::Display, seeds: &[u64]| {
        let first = seeds.iter().take(SHOWN_SEEDS).map(u64::to_string);
        let first = first.collect::<Vec<String>>().join(", ");
        let more = if seeds.len() > SHOWN_SEEDS { ", …" } else { "" };
        Some(format!("{} {what}: seeds {first}{more}", seeds.len()))
    };
    let again = summary.again.iter();
    shown.extend(again.map(|(place, seeds)| listed(&format!("more, {place}"), seeds)));
    let limits = summary.limits.iter();
    shown.extend(limits.map(|(limit, seeds)| listed(limit, seeds)));
    let shown: Vec<String> = shown.into_iter().flatten().collect();
    let seconds = summary.time.as_secs_f64();
    let rate = summary.programs() as f64 / seconds.max(f64::MIN_POSITIVE);
    let each = rate / campaign.jobs.max(1) as f64;
    format!(
        "{}\nin {seconds:.1} s: {rate:.1} programs a second, {each:.1} for each of {} threads\n",
        shown.join("\n"),
        campaign.jobs
    )
}

/// A bar on a terminal, nothing elsewhere.
fn progress(count: Option<u64>) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let Some(count) = count else {
        return ProgressBar::new_spinner();
    };
    let bar = ProgressBar::new(count);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} programs  {elapsed}") {
        bar.set_style(style);
    }
    bar
}
