//! `elder fuzz`: generated programs on every road through Elder, and the smallest that shows a difference.

use super::print;
use crate::Exit;
use crate::device::Device;
use crate::fuzz::{Verdict, devices, interpreters, question, tree};
use elder_generate::dpia::Shape;
use elder_generate::{ChoiceTree, shrink};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// What is compared with the reference semantics of the program.
    #[arg(long, value_enum, default_value = "stages")]
    rung: Rung,
    /// Which programs.
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
enum Rung {
    /// The reference semantics after every pass.
    Stages,
    /// Kernels on a device.
    Device,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Programs {
    /// The paper's language.
    Plain,
    /// With strategies and address spaces.
    Marked,
}

/// Generates, compares, reduces, reports.
pub fn run(arguments: &Arguments) -> Exit {
    let shape = match arguments.programs {
        Programs::Plain => Shape::PLAIN,
        Programs::Marked => Shape::MARKED,
    };
    let device = match arguments.rung {
        Rung::Stages => None,
        Rung::Device => match Device::open(arguments.device.as_deref()) {
            Ok(device) => Some(device),
            Err(message) => {
                eprintln!("error: {message}");
                return Exit::StaticError;
            }
        },
    };
    let judge = |trees: &[ChoiceTree]| match &device {
        None => trees
            .iter()
            .map(|tree| interpreters::stages_agree(tree, shape))
            .collect(),
        Some(device) => devices::device_agrees(trees, shape, device.machine(), device.options()),
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
        let trees: Vec<ChoiceTree> = seeds.iter().map(|seed| tree(*seed, shape)).collect();
        let verdicts: Vec<Verdict> = judge(&trees);
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
            let same_place = |tree: &ChoiceTree| match judge(std::slice::from_ref(tree)).as_slice() {
                [Verdict::Differ { place: other, .. }] => other == place,
                _ => false,
            };
            let shrunk = shrink::shrink(tree, arguments.reduction, same_place);
            let verdict = judge(std::slice::from_ref(&shrunk.tree)).pop().unwrap_or(verdict);
            bar.suspend(|| print(&report(*seed, &shrunk.tree, &verdict, shape, arguments)));
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

/// A finding: where it differs, the least program, its inputs, and the line that reproduces it.
fn report(seed: u64, tree: &ChoiceTree, verdict: &Verdict, shape: Shape, arguments: &Arguments) -> String {
    let Verdict::Differ { place, message } = verdict else {
        return String::new();
    };
    let mut out = format!("== seed {seed}, {place}: {message}\n");
    if let Ok(question) = question(tree, shape) {
        out.push_str(&elder_dpia::print::program(&question.case.program));
        out.push('\n');
        for value in &question.case.inputs {
            let mut text = b"-- input ".to_vec();
            elder_syntax::value::text::write(value, &mut text);
            out.push_str(&String::from_utf8_lossy(&text));
            out.push('\n');
        }
        let expected = format!("-- expected {:?}\n", question.expected);
        out.push_str(&expected);
    }
    let device = arguments
        .device
        .as_ref()
        .map(|d| format!(" --device {d}"))
        .unwrap_or_default();
    let rung = if arguments.rung == Rung::Device {
        "device"
    } else {
        "stages"
    };
    let programs = if arguments.programs == Programs::Plain {
        "plain"
    } else {
        "marked"
    };
    out + &format!("-- elder fuzz --rung {rung}{device} --programs {programs} --seed {seed} --count 1\n\n")
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
