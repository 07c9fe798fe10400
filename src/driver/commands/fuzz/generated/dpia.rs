//! Terms of DPIA, with or without strategies: what `elder fuzz` asks of them.

use super::super::Rung;
use super::super::configurations::Configuration;
use super::{Generated, each, inputs, meant, no_rung, numbers, trees};
use crate::device::Device;
use crate::fuzz::campaign::Subject;
use crate::fuzz::{self, devices, interpreters, kernels};
use elder_generate::dpia;
use elder_generate::library;

use super::super::Programs::{Marked, Plain, Written};
use elder_generate::numbers::programs::{self, program};
use elder_generate::operators::groups;

pub(super) static DPIA: Generated = Generated {
    declared: &elder_dpia::LANGUAGE,
    word: "dpia",
    help: "Terms of the functional language, with or without strategies",
    rungs: &[
        (Rung::Judges, Marked),
        (Rung::Numbers, Marked),
        (Rung::Operators, Marked),
        (Rung::Library, Marked),
        (Rung::Kernels, Written),
        (Rung::Stages, Written),
        (Rung::Refused, Marked),
        (Rung::Cases, Marked),
        (Rung::Malformed, Marked),
        (Rung::Kernels, Marked),
        (Rung::Stages, Marked),
        (Rung::Device, Written),
        (Rung::Kernels, Plain),
        (Rung::Stages, Plain),
        (Rung::Device, Marked),
    ],
    cases: &[&elder_dpia::LANGUAGE],
    texts: &[&elder_dpia::LANGUAGE, &elder_kernel::LANGUAGE],
    reassociated: &[],
    is_reduced: false,
    subject: |configuration, _, device| match configuration.rung {
        Rung::Refused => Ok(refused()),
        Rung::Judges => Ok(judges()),
        Rung::Numbers => numbers(configuration.language, |c| program(c, &programs::DPIA)),
        Rung::Operators => meant(configuration.language, groups::dpia),
        Rung::Library => meant(configuration.language, library::dpia::program),
        Rung::Kernels | Rung::Stages | Rung::Device => Ok(terms(configuration, device)),
        _ => no_rung(configuration),
    },
    summary: |_, _| String::new(),
};

/// Terms of DPIA.
fn terms<'a>(configuration: Configuration, device: Option<&'a Device>) -> Subject<'a> {
    let (shape, programs) = (configuration.programs.shape(), configuration.programs.name());
    let rung = configuration.rung;
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

/// Programs of DPIA that break one rule.
fn refused<'a>() -> Subject<'a> {
    let shape = dpia::Shape {
        depth: 2,
        ..dpia::Shape::MARKED
    };
    each(
        "--language dpia".to_owned(),
        move |c| dpia::refused::refused(c, shape),
        |(text, fault)| {
            let loaded = elder_dpia::load::text("generated.dpia", &text);
            fuzz::refused::judge(fault.rule, fault.premise, &loaded.diagnostics)
        },
        |(text, _)| text,
    )
}

/// Plans with kernels that are made with their meaning.
fn judges<'a>() -> Subject<'a> {
    each(
        "--language dpia".to_owned(),
        elder_generate::kernel::sketch,
        |sketch| fuzz::judges::judge(&sketch),
        |sketch| {
            format!(
                "{}{}-- {:?}\n",
                sketch.text,
                inputs(&sketch.inputs),
                sketch.expected
            )
        },
    )
}
