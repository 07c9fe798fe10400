//! The reference semantics at every stage of the tower.

use super::{Verdict, difference, options, question, run};
use elder_dpia::check;
use elder_generate::ChoiceTree;
use elder_generate::dpia::Shape;
use elder_passes::{PASSES, Target};
use elder_semantics::dpia::failure::Kind;
use elder_semantics::dpia::{Options, Order};

/// Theorem 5.1 and what follows it, on one program: after every pass the program is accepted by the checker (notes, V-08, V-09) and has
/// the value of the functional reading (V-02, V-03, V-10, V-14), in whatever order parallel loops run (V-15), and no cell is read
/// before it is written.
pub fn stages_agree(tree: &ChoiceTree, shape: Shape) -> Verdict {
    let question = match question(tree, shape) {
        Ok(question) => question,
        Err(verdict) => return verdict,
    };
    for target in [Target::OPENCL, Target::OpenMp] {
        let mut entry = question.entry.clone();
        for (number, pass) in PASSES.iter().enumerate() {
            let place = |what: &str| format!("{} for {target:?}: {what}", pass.name);
            entry = match (pass.run)(&entry, &target) {
                Ok(entry) => entry,
                Err(errors) => {
                    let message = errors.first().map_or(String::new(), |e| e.message.clone());
                    return Verdict::differ(place("refused"), message);
                }
            };
            if let Err(errors) = check::entry(&entry) {
                let message = errors.first().map_or(String::new(), |e| e.message.clone());
                return Verdict::differ(place("ill-typed"), message);
            }
            // Another order at every pass.
            let order = match number % 3 {
                0 => Order::Reverse,
                1 => Order::Shuffled(number as u64),
                _ => Order::Forward,
            };
            // Until launches are formed, parallel loops are like any other; once barriers stand, work-groups run in lock-step. In
            // between, what was hoisted or distributed is one cell a group or item only for a semantics that asks for the barriers.
            let groups = PASSES[..=number].iter().any(|pass| pass.name == "barriers");
            let formed = PASSES[..number].iter().any(|pass| pass.name == "kernels");
            if formed && !groups {
                continue;
            }
            let options = Options {
                order,
                groups,
                ..options()
            };
            match run(&entry, &question.case.inputs, &options) {
                Ok(actual) => {
                    if let Some(message) = difference(&actual, &question.expected) {
                        return Verdict::differ(place("another value"), message);
                    }
                }
                Err(failure) if failure.kind == Kind::Limit => return Verdict::Limit,
                Err(failure) => {
                    return Verdict::differ(
                        place("no value"),
                        format!("{:?}: {}", failure.kind, failure.message),
                    );
                }
            }
        }
    }
    Verdict::Agree
}
