//! What is asked of programs: how they come from choices, what judges them, and how they are shown.

use super::roads::Road;
use super::{Language, Rung};
use crate::device::Device;
use crate::fuzz::campaign::{Origin, Subject};
use crate::fuzz::cases::Pool;
use crate::fuzz::futhark::counts;
use crate::fuzz::{self, Verdict, devices, interpreters, kernels};
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
        options: "--language fcl".to_owned(),
    }
}

/// The choices of programs.
fn trees(origins: &[Origin], record: &dyn Fn(u64) -> ChoiceTree) -> Vec<ChoiceTree> {
    origins.iter().map(|origin| origin.tree(record)).collect()
}

/// Programs of DPIA that break one rule.
pub(super) fn refused_dpia<'a>() -> Subject<'a> {
    use crate::fuzz::futhark::recorded;
    use elder_generate::dpia::refused::refused;
    let shape = dpia::Shape {
        depth: 2,
        ..dpia::Shape::MARKED
    };
    Subject {
        tree: Box::new(move |seed| recorded(seed, |c| refused(c, shape))),
        judge: Box::new(move |origins| {
            let judge = |origin: &Origin| {
                let (text, fault) = refused(&mut origin.choices(), shape);
                let loaded = elder_dpia::load::text("generated.dpia", &text);
                fuzz::refused::judge(fault.rule, fault.premise, &loaded.diagnostics)
            };
            origins.iter().map(judge).collect()
        }),
        show: Box::new(move |tree| refused(&mut Choices::replaying(tree.clone()), shape).0),
        options: "--language dpia".to_owned(),
    }
}

/// Programs of FCL that break one rule.
pub(super) fn refused_fcl<'a>() -> Subject<'a> {
    use crate::fuzz::fcl::{is_refused, refused_tree};
    use elder_generate::fcl::refused;
    let shape = Shape::SMALL;
    Subject {
        tree: Box::new(move |seed| refused_tree(seed, shape)),
        judge: Box::new(move |origins| {
            let judge = |origin: &Origin| {
                let (text, fault) = refused(&mut origin.choices(), shape);
                is_refused(&text, &fault)
            };
            origins.iter().map(judge).collect()
        }),
        show: Box::new(move |tree| refused(&mut Choices::replaying(tree.clone()), shape).0),
        options: "--language fcl".to_owned(),
    }
}

/// Cases of the definition, changed.
pub(super) fn changed_cases<'a>(language: Language, pool: Option<&'a Pool>) -> Subject<'a> {
    use crate::fuzz::futhark::recorded;
    let changed = move |c: &mut Choices| pool.and_then(|pool| pool.changed(c));
    Subject {
        tree: Box::new(move |seed| recorded(seed, changed)),
        judge: Box::new(move |origins| {
            let judge = |origin: &Origin| {
                let changed = changed(&mut origin.choices());
                changed.map_or(Verdict::Agree, |changed| changed.agrees())
            };
            origins.iter().map(judge).collect()
        }),
        show: Box::new(move |tree| {
            let changed = changed(&mut Choices::replaying(tree.clone()));
            changed.map_or(String::new(), |changed| {
                format!(
                    "{}-- {}\n{}",
                    changed.text,
                    changed.entry,
                    inputs(&changed.inputs)
                )
            })
        }),
        options: format!("--language {}", language.name().to_lowercase()),
    }
}

/// Programs of Futhark that break one rule.
pub(super) fn refused<'a>() -> Subject<'a> {
    use crate::fuzz::futhark::{is_refused, recorded};
    use elder_generate::futhark::{Shape, Variant, refused};
    let shape = Shape::SMALL;
    Subject {
        tree: Box::new(move |seed| recorded(seed, |c| refused(c, shape))),
        judge: Box::new(move |origins| {
            let judge = |origin: &Origin| {
                let (case, fault) = refused(&mut origin.choices(), shape);
                is_refused(&case, &fault)
            };
            origins.iter().map(judge).collect()
        }),
        show: Box::new(move |tree| {
            let (case, _) = refused(&mut Choices::replaying(tree.clone()), shape);
            case.text(Variant::Plain)
        }),
        options: "--language futhark".to_owned(),
    }
}

/// Programs of Futhark.
pub(super) fn futhark<'a>() -> Subject<'a> {
    use crate::fuzz::futhark::{agree, recorded};
    use elder_generate::futhark::{Shape, Variant, case};
    let shape = Shape::SMALL;
    Subject {
        tree: Box::new(move |seed| recorded(seed, |c| case(c, shape))),
        judge: Box::new(move |origins| {
            let judge = |origin: &Origin| {
                let case = case(&mut origin.choices(), shape);
                counts::add(&case);
                agree(&case)
            };
            origins.iter().map(judge).collect()
        }),
        show: Box::new(move |tree| {
            let case = case(&mut Choices::replaying(tree.clone()), shape);
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
