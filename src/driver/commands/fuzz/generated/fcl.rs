//! Kernels of FCL at all levels: what `elder fuzz` asks of them.

use super::super::Programs::Marked;
use super::super::Rung;
use super::{Generated, each, inputs, meant, no_rung, numbers, scopes, trees};
use crate::device::Device;
use crate::fuzz::campaign::Subject;
use elder_generate::definitions;
use elder_generate::edges;
use elder_generate::fcl::{self as generate, Shape, case, family};
use elder_generate::library;
use elder_generate::numbers::programs::{self, program};
use elder_generate::operators;
use elder_generate::scopes as tables;
use elder_generate::{ChoiceTree, Choices};

pub(super) static FCL: Generated = Generated {
    declared: &elder_fcl::LANGUAGE,
    word: "fcl",
    help: "Kernels at all levels",
    rungs: &[
        (Rung::Kernels, Marked),
        (Rung::Numbers, Marked),
        (Rung::Operators, Marked),
        (Rung::Edges, Marked),
        (Rung::Definitions, Marked),
        (Rung::Library, Marked),
        (Rung::Refused, Marked),
        (Rung::Scopes, Marked),
        (Rung::Cases, Marked),
        (Rung::Malformed, Marked),
        (Rung::Stages, Marked),
        (Rung::Steps, Marked),
        (Rung::Levels, Marked),
        (Rung::Device, Marked),
    ],
    cases: &[&elder_fcl::LANGUAGE],
    texts: &[&elder_fcl::LANGUAGE],
    reassociated: &[],
    is_reduced: false,
    subject: |configuration, _, device| match configuration.rung {
        Rung::Refused => Ok(refused()),
        Rung::Numbers => numbers(configuration.language, |c| program(c, &programs::FCL)),
        Rung::Library => meant(configuration.language, |c| {
            library::program(c, &library::fcl::FCL)
        }),
        Rung::Operators => meant(configuration.language, operators::fcl),
        Rung::Edges => meant(configuration.language, edges::fcl::program),
        Rung::Definitions => meant(configuration.language, definitions::fcl),
        Rung::Scopes => Ok(scopes(&FCL, tables::fcl, |text| {
            elder_fcl::load::text("generated.fcl", text).diagnostics
        })),
        Rung::Kernels | Rung::Stages | Rung::Steps | Rung::Levels | Rung::Device => {
            Ok(kernels(configuration.rung, device))
        }
        _ => no_rung(configuration),
    },
    summary: |_, _| String::new(),
};

/// Kernels of FCL.
fn kernels<'a>(rung: Rung, device: Option<&'a Device>) -> Subject<'a> {
    use crate::fuzz::fcl::{self, pipelines, properties};
    let shape = match rung {
        Rung::Steps | Rung::Levels => Shape::SMALL,
        Rung::Kernels | Rung::Device => Shape::LARGE,
        _ => Shape::MIDDLE,
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
                    .map(|tree| pipelines::kernels_agree(tree, shape))
                    .collect(),
                (_, None) => trees
                    .iter()
                    .map(|tree| pipelines::stages_agree(tree, shape))
                    .collect(),
                (_, Some(device)) => {
                    pipelines::device_agrees(&trees, shape, device.machine(), device.options())
                }
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

/// Programs of FCL that break one rule.
fn refused<'a>() -> Subject<'a> {
    use crate::fuzz::fcl::is_refused;
    each(
        "--language fcl".to_owned(),
        |c| generate::refused(c, Shape::SMALL),
        |(text, fault)| is_refused(&text, &fault),
        |(text, _)| text,
    )
}
