//! The pipeline down: the command that a kernel is translated to, after every pass, and compiled on a device.

use super::{Question, ended, options, question};
use crate::compile::fcl::Staged;
use crate::engine::{Failed, StopKind};
use crate::fuzz::devices::{Job, all_agree};
use crate::fuzz::interpreters::{passes_agree, stage_agrees};
use crate::fuzz::{Limit, Verdict, kernels, turn as turn_of};
use crate::judge::{End, Failures, Limits, Terms, judge};
use elder_dpia::Entry;
use elder_fcl::Configuration;
use elder_fcl::rules::translation::{FCL_M_FORCE, FCL_M_SIZE};
use elder_generate::fcl::Shape;
use elder_generate::{ChoiceTree, turn};
use elder_kernel::plan::Site;
use elder_opencl::{BuildOptions, Machine};
use elder_passes::Target;
use elder_passes::fcl::{self, Argument, Translated};
use elder_passes::pass::Reading;
use elder_semantics::dpia::{Mode, Options};
use elder_semantics::sides::{self, Sides};
use elder_syntax::Diagnostic;
use elder_syntax::prim::PrimValue;
use std::rc::Rc;

/// Steps of FCL's reference semantics.
const FUEL: u64 = 2_000_000;

/// The machines for which a program is translated: sizes of blocks, their rows and warps, and groups (notes, FCL-P-COMP).
const MACHINES: [(u32, Option<u32>, u32, Option<u32>); 9] = [
    (1, None, 1, None),
    (2, None, 1, Some(1)),
    (4, None, 2, Some(3)),
    (4, Some(2), 2, None),
    (8, None, 8, None),
    (32, Some(8), 32, Some(3)),
    (32, None, 32, Some(1)),
    (256, Some(16), 32, None),
    (256, None, 32, None),
];

/// The machine of that number.
fn machine(number: usize) -> Configuration {
    let (block_size, block_width, warp_size, groups) = MACHINES[number % MACHINES.len()];
    Configuration {
        block_size,
        block_width,
        warp_size,
        groups,
    }
}

/// A program for a machine: what it does, and what it is translated to.
struct Translation {
    question: Question,
    expected: End,
    translated: Translated,
}

/// The program of a tree, run and translated for a machine; `None` if it was refused because it ends in an error.
fn translation(
    tree: &ChoiceTree,
    shape: Shape,
    configuration: Configuration,
) -> Result<Option<Translation>, Verdict> {
    let mut question = question(tree, shape)?;
    // By turns on one side of the number that turns branches, and on the other.
    let mut runs = turn::runs(&question.case.inputs, question.case.turn);
    let side = turn_of(tree) / MACHINES.len() % runs.len();
    question.case.inputs = runs.swap_remove(side);
    translated(question, configuration, &mut Sides::default())
}

/// A program, run and translated for a machine; `None` if it was refused because it ends in an error.
fn translated(
    mut question: Question,
    configuration: Configuration,
    sides: &mut Sides,
) -> Result<Option<Translation>, Verdict> {
    question.case.configuration = configuration;
    let expected = ended(&sides::watched(sides, || question.run(&options(FUEL))))?;
    let fails = expected.is_err();
    match question.translated() {
        // A number that some length depends on, be it in a branch that is not taken or after a failure, is a size and never negative.
        Ok(translated) if negative_size(&translated, &question) => {
            Err(Verdict::Limit(Limit::refused(FCL_M_SIZE.refuse("negative"))))
        }
        Ok(translated) => Ok(Some(Translation {
            question,
            expected,
            translated,
        })),
        // What certainly fails may be said beforehand.
        Err(_) if fails => Ok(None),
        // Memory is allocated before a launch, so its size must be known there.
        Err(errors) if errors.iter().all(is_unbounded) => {
            Err(Verdict::Limit(Limit::refused(FCL_M_FORCE.refuse("length"))))
        }
        Err(errors) => {
            let message = crate::fuzz::rendered(&errors);
            Err(Verdict::differ("translation", message))
        }
    }
}

fn is_unbounded(error: &Diagnostic) -> bool {
    error
        .refusal
        .is_some_and(|refusal| refusal.id() == FCL_M_FORCE.id)
}

fn negative_size(translated: &Translated, question: &Question) -> bool {
    let values = translated.arguments.iter().zip(&question.case.inputs);
    values
        .filter(|(argument, _)| matches!(argument, Argument::Size(_)))
        .any(|(_, value)| matches!(value.as_scalar(), Some(PrimValue::I32(..0))))
}

/// What the command reads.
fn inputs_of(translated: &Translated, question: &Question) -> Result<Vec<elder_syntax::Value>, Verdict> {
    let inputs = translated.inputs(&question.case.inputs);
    inputs.map_err(|k| Verdict::differ("arguments", format!("argument {k} does not fit")))
}

/// The command is well-typed as it is translated and after every pass, and has the kernel's value once its barriers stand, for two
/// machines, each on a side of the number that turns branches.
pub fn stages_agree(tree: &ChoiceTree, shape: Shape) -> Verdict {
    let turn = turn_of(tree);
    let question = match question(tree, shape) {
        Ok(question) => question,
        Err(verdict) => return verdict,
    };
    let (one, other) = (turn % MACHINES.len(), turn / MACHINES.len() % MACHINES.len());
    let runs = turn::runs(&question.case.inputs, question.case.turn);
    let numbers = if one == other && runs.len() == 1 {
        vec![one]
    } else {
        vec![one, other]
    };
    let mut sides = Sides::default();
    for (number, inputs) in numbers.into_iter().zip(runs.iter().cycle()) {
        let mut question = question.clone();
        question.case.inputs.clone_from(inputs);
        if let Err(verdict) = for_machine(question, machine(number), &mut sides) {
            return verdict;
        }
    }
    crate::fuzz::sides::add(elder_fcl::LANGUAGE.name, &sides);
    Verdict::Agree
}

fn for_machine(question: Question, configuration: Configuration, sides: &mut Sides) -> Result<(), Verdict> {
    let Some(translation) = translated(question, configuration, sides)? else {
        return Ok(());
    };
    let inputs = inputs_of(&translation.translated, &translation.question)?;
    let options = Options {
        mode: Mode {
            // What lies behind the end of a result that is cut was never written.
            writes_outputs: !translation.translated.cut,
            ..crate::fuzz::options(&translation.translated.obligations).mode
        },
        ..crate::fuzz::options(&translation.translated.obligations)
    };
    let tests: Vec<Site> = translation.translated.tests.rows().cloned().collect();
    let judged = |actual: End, _: &Entry, _: &Options| {
        let terms = Terms {
            // Which of several comes first is another matter: what is asked of one element is asked beside what is asked of another.
            failures: Failures::Tested(&tests),
            ..Terms::ANY
        };
        judge(
            &translation.expected,
            &in_fcl(&translation.translated, actual),
            &terms,
        )
    };
    let entry = &translation.translated.entry;
    // Items of a group race until barriers stand, so the first value is that of the command with barriers.
    stage_agrees(
        &|what: &str| format!("the command: {what}"),
        entry,
        &inputs,
        None,
        &judged,
    )?;
    passes_agree(
        entry,
        &inputs,
        &options,
        Reading::Unordered,
        Target::OPENCL,
        &judged,
        // Dead code of a staged program may drop more elements than there are, which no text can say.
        None,
    )
}

/// How a stage ended, in terms of the kernel: an error is of a test, or it stands for nothing.
fn in_fcl(translated: &Translated, end: End) -> End {
    match end {
        Ok(values) => Ok(translated.results(values)),
        Err(failed)
            if failed.kind == StopKind::Error && translated.tests.at(failed.diagnostic.span).is_none() =>
        {
            let kind = StopKind::Internal;
            Err(Failed { kind, ..failed })
        }
        Err(failed) => Err(failed),
    }
}

/// The kernels that a program is compiled to for a machine, for OpenCL and for C, do what the program does.
pub fn kernels_agree(tree: &ChoiceTree, shape: Shape) -> Verdict {
    let turn = turn_of(tree);
    let Translation {
        question,
        expected,
        translated,
    } = match translation(tree, shape, machine(turn)) {
        Ok(Some(translation)) => translation,
        Ok(None) => return Verdict::Agree,
        Err(verdict) => return verdict,
    };
    let inputs = match inputs_of(&translated, &question) {
        Ok(inputs) => inputs,
        Err(verdict) => return verdict,
    };
    let cut = translated.cut;
    let interface = Staged {
        entry: question.entry,
        translated: Rc::new(translated),
    };
    let tests: Vec<Site> = interface.translated.tests.rows().cloned().collect();
    let judged = kernels::Judged {
        interface: &interface,
        inputs: &inputs,
        judge: &|actual, noted, _| {
            let terms = Terms {
                // What comes first in the program need not come first in its kernels: what follows one that failed may not be done, and where it is
                // seen to fail it is not made.
                failures: Failures::Noted(noted, &tests),
                limits: Limits::Kernels,
                ..Terms::SAME
            };
            judge(&expected, &actual, &terms)
        },
        cut,
        turn,
    };
    judged.agree(&[Target::OPENCL, Target::OpenMp], &|target| {
        fcl::plan(&interface.translated, &target)
    })
}

/// The verdict on each of these programs, compiled together for the device, each for a machine.
pub fn device_agrees(
    trees: &[ChoiceTree],
    shape: Shape,
    device: &dyn Machine,
    build: &BuildOptions,
) -> Vec<Verdict> {
    let target = Target::of(device.dialect());
    let job = |number: usize, tree: &ChoiceTree| {
        let Some(translation) = translation(tree, shape, machine(turn_of(tree)))? else {
            return Err(Verdict::Agree);
        };
        let inputs = inputs_of(&translation.translated, &translation.question)?;
        let plan = fcl::plan(&translation.translated, &target).map_err(|errors| {
            let message = crate::fuzz::rendered(&errors);
            Verdict::differ("kernels", message)
        })?;
        let Translation {
            expected, translated, ..
        } = translation;
        let tests = translated.tests.clone();
        let job = Job {
            number,
            inputs,
            judge: Box::new(move |actual, failures| {
                let terms = Terms {
                    failures,
                    ..Terms::ANY
                };
                judge(&expected, actual, &terms)
            }),
            sites: tests.rows().cloned().collect(),
            site: Box::new(move |site| tests.at(site.span).unwrap_or(site).clone()),
            results: Box::new(move |values| translated.results(values)),
        };
        Ok((job, plan))
    };
    all_agree(trees, &job, device, build)
}
