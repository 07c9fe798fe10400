//! Compiled programs on a device against the reference semantics, many in one build.

use super::{Question, Result, Verdict, difference, question};
use crate::compile;
use elder_generate::ChoiceTree;
use elder_generate::dpia::Shape;
use elder_kernel::Plan;
use elder_opencl::{BuildOptions, Error, Machine};

/// The verdict on each of these programs, compiled together for the device.
pub fn device_agrees(
    trees: &[ChoiceTree],
    shape: Shape,
    machine: &dyn Machine,
    build: &BuildOptions,
) -> Vec<Verdict> {
    let target = compile::target(machine.dialect());
    let mut verdicts = vec![Verdict::Agree; trees.len()];
    let mut questions: Vec<(usize, Question)> = Vec::new();
    let mut plans: Vec<Plan> = Vec::new();
    for (number, tree) in trees.iter().enumerate() {
        let question = match question(tree, shape) {
            Ok(question) => question,
            Err(verdict) => {
                verdicts[number] = verdict;
                continue;
            }
        };
        match elder_passes::plan(&question.entry, &target) {
            Ok(plan) => {
                plans.push(plan);
                questions.push((number, question));
            }
            Err(errors) => {
                let message = errors.first().map_or(String::new(), |e| e.message.clone());
                verdicts[number] = Verdict::differ("translation", message);
            }
        }
    }
    let loaded = match machine.load(plans, build) {
        Ok(loaded) => loaded,
        Err(error) => {
            // The build of all fails if that of one does; alone each shows which it is.
            if let [(number, _)] = questions.as_slice() {
                verdicts[*number] = Verdict::differ("build", error.to_string());
            } else {
                for (number, _) in &questions {
                    verdicts[*number] =
                        device_agrees(&trees[*number..=*number], shape, machine, build).remove(0);
                }
            }
            return verdicts;
        }
    };
    for (plan, (number, question)) in questions.iter().enumerate() {
        verdicts[*number] = match loaded.run(plan, &question.case.inputs) {
            Ok(outcome) => match difference(&Result::Values(outcome.values), &question.expected) {
                None => Verdict::Agree,
                Some(message) => Verdict::differ(machine.name(), message),
            },
            Err(Error::Failed { trap, .. }) => {
                match difference(&Result::Error("DPIA-G-TRAP"), &question.expected) {
                    None => Verdict::Agree,
                    Some(message) => {
                        Verdict::differ(machine.name(), format!("{message}: {}", trap.message()))
                    }
                }
            }
            Err(Error::Refused(diagnostic)) => {
                let rule = diagnostic.refusal.map_or("?", |refusal| refusal.id());
                match difference(&Result::Error(rule), &question.expected) {
                    None => Verdict::Agree,
                    Some(message) => {
                        Verdict::differ(machine.name(), format!("{message}: {}", diagnostic.message))
                    }
                }
            }
            Err(Error::OutOfMemory { .. } | Error::Limit { .. }) => Verdict::Limit,
            Err(error) => Verdict::differ(machine.name(), error.to_string()),
        };
    }
    verdicts
}
