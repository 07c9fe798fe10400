//! `elder fuzz`: generated programs on every road through Elder, and the smallest that shows a difference.

use super::print;
use crate::Exit;
use crate::device::Device;
use crate::fuzz::{self, Verdict, devices, interpreters};
use elder_generate::fcl::{Shape, case, family};
use elder_generate::{ChoiceTree, Choices, dpia, shrink};
use elder_syntax::Value;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The language of the programs.
    #[arg(long, value_enum, default_value = "dpia")]
    language: Language,
    /// What is compared with the reference semantics of the program.
    #[arg(long, value_enum, default_value = "stages")]
    rung: Rung,
    /// Which programs of DPIA.
    #[arg(long, value_enum, default_value = "marked")]
    programs: Programs,
    /// The first seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many programs.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: u64,
    /// For `--rung device`: which (see `elder run`).
    #[arg(long, value_name = "DEVICE")]
    device: Option<String>,
    /// For `--rung device`: how many programs are compiled together.
    #[arg(long, value_name = "N", default_value_t = 25)]
    batch: usize,
    /// Stop after so many findings.
    #[arg(long, value_name = "N", default_value_t = 10)]
    findings: usize,
    /// Candidates tried to make a finding smaller.
    #[arg(long, value_name = "N", default_value_t = 500)]
    reduction: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Language {
    /// Terms of the functional language, with or without strategies.
    Dpia,
    /// Kernels at all levels.
    Fcl,
    /// Programs of the whole language.
    Futhark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Rung {
    /// FCL: types are kept by every step, and what else holds of the language.
    Steps,
    /// FCL: a program whose level is open, at every level.
    Levels,
    /// The reference semantics after every pass; of Futhark, however the program is written and watched.
    Stages,
    /// Kernels on a device.
    Device,
}

impl Rung {
    fn name(self) -> &'static str {
        match self {
            Rung::Steps => "steps",
            Rung::Levels => "levels",
            Rung::Stages => "stages",
            Rung::Device => "device",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Programs {
    /// The paper's language.
    Plain,
    /// With strategies and address spaces.
    Marked,
}

/// The verdicts on programs.
type Judge<'a> = dyn Fn(&[ChoiceTree]) -> Vec<Verdict> + 'a;

/// What is asked of programs.
struct Subject<'a> {
    /// The choices of a seed.
    tree: Box<dyn Fn(u64) -> ChoiceTree + 'a>,
    /// The verdicts on programs.
    judge: Box<Judge<'a>>,
    /// The text of the program with its inputs.
    show: Box<dyn Fn(&ChoiceTree) -> String + 'a>,
    /// What says it on the command line.
    options: String,
}

/// Generates, compares, reduces, reports.
pub fn run(arguments: &Arguments) -> Exit {
    let device = match arguments.rung {
        Rung::Device => match Device::open(arguments.device.as_deref()) {
            Ok(device) => Some(device),
            Err(message) => {
                eprintln!("error: {message}");
                return Exit::StaticError;
            }
        },
        _ => None,
    };
    let subject = match (arguments.language, arguments.rung) {
        (Language::Dpia, Rung::Steps | Rung::Levels) => {
            eprintln!("error: --rung {} is for FCL", arguments.rung.name());
            return Exit::StaticError;
        }
        (Language::Dpia, _) => dpia(arguments, device.as_ref()),
        (Language::Futhark, Rung::Stages) => futhark(),
        (Language::Futhark, rung) => {
            eprintln!("error: --rung {} is not for Futhark", rung.name());
            return Exit::StaticError;
        }
        (Language::Fcl, rung) => fcl(rung, device.as_ref()),
    };
    let batch = if device.is_some() {
        arguments.batch.max(1)
    } else {
        1
    };
    let bar = progress(arguments.count);
    let mut tally: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut findings = 0;
    let seeds: Vec<u64> = (arguments.seed..arguments.seed.saturating_add(arguments.count)).collect();
    for seeds in seeds.chunks(batch) {
        let trees: Vec<ChoiceTree> = seeds.iter().map(|seed| (subject.tree)(*seed)).collect();
        let verdicts: Vec<Verdict> = (subject.judge)(&trees);
        for ((seed, tree), verdict) in seeds.iter().zip(trees).zip(verdicts) {
            let sort = match &verdict {
                Verdict::Agree => "agree",
                Verdict::Limit => "reached a limit",
                Verdict::Differ { .. } => "differ",
            };
            *tally.entry(sort).or_default() += 1;
            let Verdict::Differ { place, .. } = &verdict else {
                continue;
            };
            findings += 1;
            let same_place = |tree: &ChoiceTree| match (subject.judge)(std::slice::from_ref(tree)).as_slice()
            {
                [Verdict::Differ { place: other, .. }] => other == place,
                _ => false,
            };
            let shrunk = shrink::shrink(tree, arguments.reduction, same_place);
            let verdict = (subject.judge)(std::slice::from_ref(&shrunk.tree))
                .pop()
                .unwrap_or(verdict);
            bar.suspend(|| print(&report(*seed, &shrunk.tree, &verdict, &subject, arguments)));
        }
        bar.inc(seeds.len() as u64);
        if findings >= arguments.findings {
            break;
        }
    }
    bar.finish_and_clear();
    let shown: Vec<String> = tally
        .iter()
        .map(|(sort, count)| format!("{count} {sort}"))
        .collect();
    print(&format!("{}\n", shown.join(", ")));
    if findings == 0 {
        Exit::Value
    } else {
        Exit::RunTimeError
    }
}

/// Terms of DPIA.
fn dpia<'a>(arguments: &Arguments, device: Option<&'a Device>) -> Subject<'a> {
    let (shape, programs) = match arguments.programs {
        Programs::Plain => (dpia::Shape::PLAIN, "plain"),
        Programs::Marked => (dpia::Shape::MARKED, "marked"),
    };
    Subject {
        tree: Box::new(move |seed| fuzz::tree(seed, shape)),
        judge: Box::new(move |trees| match device {
            None => trees
                .iter()
                .map(|tree| interpreters::stages_agree(tree, shape))
                .collect(),
            Some(device) => devices::device_agrees(trees, shape, device.machine(), device.options()),
        }),
        show: Box::new(move |tree| match fuzz::question(tree, shape) {
            Ok(question) => {
                let program = elder_dpia::print::program(&question.case.program);
                let expected = format!("-- expected {:?}\n", question.expected);
                format!("{program}\n{}{expected}", inputs(&question.case.inputs))
            }
            Err(_) => String::new(),
        }),
        options: format!("--programs {programs}"),
    }
}

/// Kernels of FCL.
fn fcl<'a>(rung: Rung, device: Option<&'a Device>) -> Subject<'a> {
    use crate::fuzz::fcl::{self, properties, roads};
    let shape = match rung {
        Rung::Steps | Rung::Levels => Shape::SMALL,
        Rung::Stages => Shape::MIDDLE,
        Rung::Device => Shape::LARGE,
    };
    let tree = move |seed| match rung {
        Rung::Levels => properties::family_tree(seed, shape),
        _ => fcl::tree(seed, shape),
    };
    let case = move |tree: &ChoiceTree| {
        let mut choices = Choices::replaying(tree.clone());
        match rung {
            Rung::Levels => family(&mut choices, shape).into_iter().next(),
            _ => Some(case(&mut choices, shape)),
        }
    };
    Subject {
        tree: Box::new(tree),
        judge: Box::new(move |trees| match (rung, device) {
            (Rung::Levels, _) => trees
                .iter()
                .map(|tree| properties::levels_agree(tree, shape))
                .collect(),
            (Rung::Steps, _) => trees
                .iter()
                .map(|tree| properties::hold(tree, shape, properties::CHECKED_STEPS))
                .collect(),
            (_, None) => trees
                .iter()
                .map(|tree| roads::stages_agree(tree, shape))
                .collect(),
            (_, Some(device)) => roads::device_agrees(trees, shape, device.machine(), device.options()),
        }),
        show: Box::new(move |tree| match case(tree) {
            Some(case) => format!(
                "{}\n{}",
                elder_fcl::print::program(&case.program),
                inputs(&case.inputs)
            ),
            None => String::new(),
        }),
        options: "--language fcl".to_owned(),
    }
}

/// Programs of Futhark.
fn futhark<'a>() -> Subject<'a> {
    use crate::fuzz::futhark::{agree, program, tree};
    use elder_generate::futhark::{Shape, Variant};
    let shape = Shape::SMALL;
    Subject {
        tree: Box::new(move |seed| tree(seed, shape)),
        judge: Box::new(move |trees| trees.iter().map(|tree| agree(&program(tree, shape))).collect()),
        show: Box::new(move |tree| {
            let case = program(tree, shape);
            let given = case
                .entries
                .iter()
                .map(|e| format!("-- {}\n{}", e.name, inputs(&e.inputs)));
            format!("{}{}", case.text(Variant::Plain), given.collect::<String>())
        }),
        options: "--language futhark".to_owned(),
    }
}

/// A line for each input.
fn inputs(values: &[Value]) -> String {
    let mut out = String::new();
    for value in values {
        let mut text = b"-- input ".to_vec();
        elder_syntax::value::text::write(value, &mut text);
        out.push_str(&String::from_utf8_lossy(&text));
        out.push('\n');
    }
    out
}

/// A finding: where it differs, the least program, its inputs, and the line that reproduces it.
fn report(
    seed: u64,
    tree: &ChoiceTree,
    verdict: &Verdict,
    subject: &Subject<'_>,
    arguments: &Arguments,
) -> String {
    let Verdict::Differ { place, message } = verdict else {
        return String::new();
    };
    let device = arguments
        .device
        .as_ref()
        .map(|d| format!(" --device {d}"))
        .unwrap_or_default();
    format!(
        "== seed {seed}, {place}: {message}\n{}-- elder fuzz --rung {}{device} {} --seed {seed} --count 1\n\n",
        (subject.show)(tree),
        arguments.rung.name(),
        subject.options,
    )
}

/// A bar on a terminal, nothing elsewhere.
fn progress(count: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} programs  {elapsed}") {
        bar.set_style(style);
    }
    bar
}
