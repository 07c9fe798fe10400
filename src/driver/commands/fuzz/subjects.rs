//! What is asked of programs: how they come from choices, what judges them, and how they are shown.

use super::roads::Road;
use super::{Language, Rung};
use crate::configuration::Switches;
use crate::device::Device;
use crate::fuzz::campaign::{Origin, Subject};
use crate::fuzz::cases::Pool;
use crate::fuzz::futhark::counts;
use crate::fuzz::{self, Verdict, devices, interpreters, kernels};
use crate::reduce::report;
use crate::reduce::subject::Run;
use elder_generate::fcl::{Shape, case, family};
use elder_generate::{ChoiceTree, Choices, dpia};
use elder_syntax::Value;

/// Terms of DPIA.
pub(super) fn dpia<'a>(road: Road, device: Option<&'a Device>) -> Subject<'a> {
    let (shape, programs) = (road.programs.shape(), road.programs.name());
    let rung = road.rung;
    let tree = move |seed| fuzz::tree(seed, shape);
    Subject {
        tree: Box::new(tree),
        judge: Box::new(move |origins| {
            let trees = trees(origins, &tree);
            match device {
                None if rung == Rung::Kernels => trees
                    .iter()
                    .map(|tree| kernels::kernels_agree(tree, shape))
                    .collect(),
                None => trees
                    .iter()
                    .map(|tree| interpreters::stages_agree(tree, shape))
                    .collect(),
                Some(device) => devices::device_agrees(&trees, shape, device.machine(), device.options()),
            }
        }),
        show: Box::new(move |tree| match fuzz::question(tree, shape) {
            Ok(question) => {
                let expected = format!("-- expected {:?}\n", question.expected);
                format!("{}\n{}{expected}", question.text, inputs(&question.inputs))
            }
            Err(_) => fuzz::text(tree, shape),
        }),
        known: Box::new(|_| None),
        options: format!("--programs {programs}"),
    }
}

/// Kernels of FCL.
pub(super) fn fcl<'a>(rung: Rung, device: Option<&'a Device>) -> Subject<'a> {
    use crate::fuzz::fcl::{self, properties, roads};
    let shape = match rung {
        Rung::Steps | Rung::Levels => Shape::SMALL,
        Rung::Stages | Rung::Refused | Rung::Cases => Shape::MIDDLE,
        Rung::Kernels | Rung::Device => Shape::LARGE,
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
        judge: Box::new(move |origins| {
            let trees = trees(origins, &tree);
            match (rung, device) {
                (Rung::Levels, _) => trees
                    .iter()
                    .map(|tree| properties::levels_agree(tree, shape))
                    .collect(),
                (Rung::Steps, _) => trees
                    .iter()
                    .map(|tree| properties::hold(tree, shape, properties::CHECKED_STEPS))
                    .collect(),
                (Rung::Kernels, _) => trees
                    .iter()
                    .map(|tree| roads::kernels_agree(tree, shape))
                    .collect(),
                (_, None) => trees
                    .iter()
                    .map(|tree| roads::stages_agree(tree, shape))
                    .collect(),
                (_, Some(device)) => roads::device_agrees(&trees, shape, device.machine(), device.options()),
            }
        }),
        show: Box::new(move |tree| match case(tree) {
            Some(case) => format!(
                "{}\n{}",
                elder_fcl::print::program(&case.program),
                inputs(&case.inputs)
            ),
            None => String::new(),
        }),
        known: Box::new(|_| None),
        options: "--language fcl".to_owned(),
    }
}

/// The choices of programs.
fn trees(origins: &[Origin], record: &dyn Fn(u64) -> ChoiceTree) -> Vec<ChoiceTree> {
    origins.iter().map(|origin| origin.tree(record)).collect()
}

/// Programs that are made, judged and shown one by one.
fn each<'a, T>(
    options: String,
    make: impl Fn(&mut Choices) -> T + Copy + 'a,
    judge: impl Fn(T) -> Verdict + 'a,
    show: impl Fn(T) -> String + 'a,
) -> Subject<'a> {
    Subject {
        tree: Box::new(move |seed| fuzz::recorded(seed, make)),
        judge: Box::new(move |origins| {
            let judge = |origin: &Origin| judge(make(&mut origin.choices()));
            origins.iter().map(judge).collect()
        }),
        show: Box::new(move |tree| show(make(&mut Choices::replaying(tree.clone())))),
        known: Box::new(|_| None),
        options,
    }
}

/// Programs of DPIA that break one rule.
pub(super) fn refused_dpia<'a>() -> Subject<'a> {
    use elder_generate::dpia::refused::refused;
    let shape = dpia::Shape {
        depth: 2,
        ..dpia::Shape::MARKED
    };
    each(
        "--language dpia".to_owned(),
        move |c| refused(c, shape),
        |(text, fault)| {
            let loaded = elder_dpia::load::text("generated.dpia", &text);
            fuzz::refused::judge(fault.rule, fault.premise, &loaded.diagnostics)
        },
        |(text, _)| text,
    )
}

/// Programs of FCL that break one rule.
pub(super) fn refused_fcl<'a>() -> Subject<'a> {
    use crate::fuzz::fcl::is_refused;
    use elder_generate::fcl::refused;
    each(
        "--language fcl".to_owned(),
        |c| refused(c, Shape::SMALL),
        |(text, fault)| is_refused(&text, &fault),
        |(text, _)| text,
    )
}

/// Cases of the definition, changed.
pub(super) fn changed_cases(language: Language, pool: &Pool) -> Subject<'_> {
    each(
        format!("--language {}", language.name().to_lowercase()),
        |c| pool.changed(c),
        |changed| changed.map_or(Verdict::Agree, |changed| changed.agrees()),
        |changed| {
            changed.map_or(String::new(), |changed| {
                format!(
                    "{}-- {}\n{}",
                    changed.text,
                    changed.entry,
                    inputs(&changed.inputs)
                )
            })
        },
    )
}

/// Programs of Futhark that break one rule.
pub(super) fn refused<'a>() -> Subject<'a> {
    use crate::fuzz::futhark::is_refused;
    use elder_generate::futhark::{Shape, Variant, refused};
    each(
        "--language futhark".to_owned(),
        |c| refused(c, Shape::SMALL),
        |(case, fault)| is_refused(&case, &fault),
        |(case, _)| case.text(Variant::Plain),
    )
}

/// Programs of Futhark.
pub(super) fn futhark<'a>() -> Subject<'a> {
    use crate::fuzz::futhark::agree;
    use elder_generate::futhark::{Entry, Shape, Variant, case};
    each(
        "--language futhark".to_owned(),
        |c| case(c, Shape::SMALL),
        |case| {
            counts::add(&case);
            agree(&case)
        },
        |case| {
            let run = |entry: &Entry| Run {
                entry: entry.name.clone(),
                inputs: entry.inputs.clone(),
            };
            let runs: Vec<Run> = case.entries.iter().map(run).collect();
            let switches = Switches {
                function_branches: case.function_branches,
            };
            report::switched(switches) + &report::file(&[], &runs, &case.text(Variant::Plain))
        },
    )
}

/// Programs of Core that break one premise, or may.
pub(super) fn refused_core<'a>() -> Subject<'a> {
    use elder_generate::core::{Suspect, suspect};
    each(
        "--language core".to_owned(),
        suspect,
        |suspect| fuzz::core::is_judged(&suspect),
        |suspect| match suspect {
            Suspect::Broken(text, _) => text,
            Suspect::Mutant(case) => shown_core(*case),
        },
    )
}

/// Programs of Core.
pub(super) fn core<'a>() -> Subject<'a> {
    use elder_generate::core::case;
    each(
        "--language core".to_owned(),
        case,
        |case| fuzz::core::agree(&case),
        shown_core,
    )
}

/// The file of a program of Core.
fn shown_core(case: elder_generate::core::Case) -> String {
    let run = Run {
        entry: "main".to_owned(),
        inputs: case.inputs,
    };
    report::file(&[], &[run], &elder_core::print::program(&case.program))
}

/// Programs of Dex's core that break one premise.
pub(super) fn refused_dex<'a>() -> Subject<'a> {
    use elder_generate::dex::refused;
    each(
        "--language dex".to_owned(),
        refused,
        |(text, fault)| fuzz::dex::is_refused(&text, &fault),
        |(text, _)| text,
    )
}

/// Programs of Dex's core.
pub(super) fn dex<'a>(smooth: bool) -> Subject<'a> {
    use elder_generate::dex::{Shape, case};
    let (shape, options) = match smooth {
        false => (Shape::WHOLE, "--language dex"),
        true => (Shape::SMOOTH, "--language dex --smooth"),
    };
    each(
        options.to_owned(),
        move |c| case(c, shape),
        move |case| fuzz::dex::agree(&case, shape),
        |case| {
            let run = Run {
                entry: "main".to_owned(),
                inputs: case.inputs,
            };
            report::file(&[], &[run], &elder_dex::core::print::program(&case.program))
        },
    )
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
