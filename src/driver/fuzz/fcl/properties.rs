//! The properties of the language on one generated program.

use super::{FILE, Question, accepted, ended, fuse, options, question};
use crate::fuzz::Verdict;
use crate::judge::{End, Terms, judge};
use elder_fcl::{Effect, Entry, Expression, Operator, Type, check};
use elder_generate::fcl::{Shape, Variant, family, laws};
use elder_generate::{ChoiceTree, Choices};
use elder_semantics::fcl::location::{Location, Shape as Machine};
use elder_semantics::fcl::step::{self, Step};
use elder_semantics::fcl::{Evaluator, Kernel, Mode, Options, interface, run_kernel};
use elder_semantics::order::Order;
use elder_syntax::Value;
use elder_syntax::value::Data;

/// Steps of all locations together that a program may take.
pub const FUEL: u64 = 200_000;

/// Steps of the whole after each of which the term is checked, in the long run.
pub const CHECKED_STEPS: usize = 3_000;

/// All properties, on the program of a tree:
///
/// * what texts are said to mean holds ([`laws`]);
/// * it is accepted by the checker;
/// * type preservation and progress, step by step, for so many steps (FCL-P-PRES, FCL-P-PROG);
/// * the machine does what the small-step system does: values, errors, places, steps;
/// * threads and parts in any order, and any number of threads, give the same (FCL-P-DET, FCL-P-LEVEL);
/// * forcing before pushing, interleaving for concatenating, and steps done in advance change no result (FCL-P-FORCE,
///   FCL-P-CONCAT, FCL-P-FUSE).
pub fn hold(tree: &ChoiceTree, shape: Shape, checked: usize) -> Verdict {
    all(tree, shape, checked).err().unwrap_or(Verdict::Agree)
}

/// What texts are said to mean holds.
fn laws_hold(tree: &ChoiceTree) -> Result<(), Verdict> {
    let (text, inputs) = laws(&mut Choices::replaying(tree.clone()));
    let differs = |message: String| Verdict::differ("a law", format!("{message}\n{text}"));
    let loaded = elder_fcl::load::text(FILE, &text);
    let program = loaded
        .program
        .ok_or_else(|| differs(crate::fuzz::rendered(&loaded.diagnostics)))?;
    let entry = Entry::of(&program, Some("main")).map_err(|why| differs(format!("{why:?}")))?;
    let parameters: Vec<&Type> = entry.parameters.iter().map(|(_, ty)| ty).collect();
    let kernel = Kernel {
        name: "main",
        parameters: &parameters,
        element: &entry.element,
        level: &entry.level,
        body: &entry.body,
        configuration: entry.configuration,
    };
    match ended(&run_kernel(&kernel, &inputs, &options(FUEL)))? {
        Ok(values) if values.iter().all(is_one) => Ok(()),
        other => Err(differs(format!("{other:?}"))),
    }
}

/// Whether all elements are 1.
fn is_one(value: &Value) -> bool {
    matches!(value.data(), Data::I32(all) if all.iter().all(|n| *n == 1))
}

fn all(tree: &ChoiceTree, shape: Shape, checked: usize) -> Result<(), Verdict> {
    laws_hold(tree)?;
    let question = question(tree, shape)?;
    let machine = question.run(&options(FUEL));
    let expected = ended(&machine)?;
    let literal = question.run(&Options {
        mode: Mode {
            evaluator: Evaluator::Step,
            ..options(FUEL).mode
        },
        ..options(FUEL)
    });
    same("small steps", &ended(&literal)?, &expected)?;
    if let (Err(a), Err(b)) = (&machine.results, &literal.results)
        && (a.refusal.map(|r| r.id()) != b.refusal.map(|r| r.id()) || a.span != b.span)
    {
        let message = format!("{} instead of {}", a.message, b.message);
        return Err(Verdict::differ("the machine's error", message));
    }
    let steps = |cost: &elder_semantics::fcl::cost::Cost| (cost.steps, cost.span, cost.work);
    if steps(&machine.cost) != steps(&literal.cost) {
        let message = format!("{:?} instead of {:?}", steps(&machine.cost), steps(&literal.cost));
        return Err(Verdict::differ("the machine's steps", message));
    }
    preserved(&question, &expected, checked)?;
    for seed in [1, 2] {
        let shuffled = question.run(&Options {
            order: Order::Shuffled(seed),
            ..options(FUEL)
        });
        same("another order", &ended(&shuffled)?, &expected)?;
    }
    let height = question.case.level.height().unwrap_or(0);
    for (groups, warps, threads) in [(1, 1, 1), (2, 3, 2)] {
        let mut machine = Machine::Thread;
        for count in [threads, warps, groups].into_iter().take(height as usize) {
            machine = Machine::group(count, machine);
        }
        let there = Options {
            mode: Mode {
                shape: Some(machine),
                ..options(FUEL).mode
            },
            ..options(FUEL)
        };
        let elsewhere = question.run(&there);
        same("another number of threads", &ended(&elsewhere)?, &expected)?;
        // Waves of one thread are no others than the elements.
        if threads > 1 {
            let literal = question.run(&Options {
                mode: Mode {
                    evaluator: Evaluator::Step,
                    ..there.mode
                },
                ..there
            });
            drop(ended(&literal)?);
            if steps(&elsewhere.cost) != steps(&literal.cost) {
                let (found, wanted) = (steps(&elsewhere.cost), steps(&literal.cost));
                return Err(Verdict::differ(
                    "the machine's steps, with other threads",
                    format!("{found:?} instead of {wanted:?}"),
                ));
            }
        }
    }
    for (variant, name) in [
        (Variant::Forced, "forced before"),
        (Variant::Interleaved, "interleaved"),
    ] {
        let other = super::question(tree, Shape { variant, ..shape })?;
        same(name, &ended(&other.run(&options(4 * FUEL)))?, &expected)?;
    }
    let mut fused = Question {
        entry: question.entry.clone(),
        case: question.case.clone(),
    };
    fused.entry.body = fuse::fused(&question.entry.body, &mut 200);
    // Delayed arrays stand where no program has them: those are terms for the small-step system.
    let fused = fused.run(&Options {
        mode: Mode {
            evaluator: Evaluator::Step,
            ..options(4 * FUEL).mode
        },
        ..options(4 * FUEL)
    });
    same("fused", &ended(&fused)?, &expected)
}

/// FCL-P-LEVEL: a program whose level is open gives the same at every level.
pub fn levels_agree(tree: &ChoiceTree, shape: Shape) -> Verdict {
    let run = || -> Result<(), Verdict> {
        let mut first: Option<End> = None;
        for case in family(&mut Choices::replaying(tree.clone()), shape) {
            let level = case.level.clone();
            let result = ended(&accepted(case)?.run(&options(FUEL)))?;
            match &first {
                None => first = Some(result),
                Some(first) => same(&format!("level {level}"), &result, first)?,
            }
        }
        Ok(())
    };
    run().err().unwrap_or(Verdict::Agree)
}

/// The random tree of this seed, for [`levels_agree`].
pub fn family_tree(seed: u64, shape: Shape) -> ChoiceTree {
    let mut choices = Choices::random(seed);
    family(&mut choices, shape);
    choices.into_record()
}

fn same(place: &str, actual: &End, expected: &End) -> Result<(), Verdict> {
    Verdict::of(
        |class| format!("{place}: {class}"),
        judge(expected, actual, &Terms::ANY),
    )
}

/// Propositions 1 and 2 on the steps of `force (main inputs)`.
fn preserved(question: &Question, expected: &End, checked: usize) -> Result<(), Verdict> {
    let refused = |what: &str, message: String| Verdict::differ(what, message);
    let span = question.entry.body.span;
    let level = &question.case.level;
    let configuration = question.case.configuration;
    let Some(location) = Location::at(level, &configuration) else {
        return Err(refused("location", format!("no place at level {level}")));
    };
    let types: Vec<&Type> = question.entry.parameters.iter().map(|(_, t)| t).collect();
    let arguments = interface::arguments("main", &types, &question.case.inputs, span)
        .map_err(|failure| refused("arguments", failure.message.clone()))?;
    let body = step::substitute::settings(&question.entry.body, &configuration);
    let applied = arguments
        .iter()
        .fold(body, |f, argument| f.apply(argument.expression(span)));
    let mut term = Expression::operator(Operator::Force, span).apply(applied);
    let goal = Type::Pull(std::sync::Arc::new(question.entry.element.clone()), Effect::Pure);
    for number in 0..checked {
        if let Err(error) = check::closed_as(&term, level, &goal) {
            let rule = error.refusal.map_or("?", |r| r.id());
            let message = format!(
                "step {number} is refused by {rule}, {}: {}",
                error.message,
                elder_fcl::print::expression(&term)
            );
            return Err(refused("preservation", message));
        }
        match step::step(&term, &location) {
            Step::Value => {
                return match expected {
                    Ok(_) => Ok(()),
                    Err(_) => Err(refused("progress", "a value instead of an error".to_owned())),
                };
            }
            Step::To(next, _) => term = next,
            Step::Error(failure) => {
                let ends = matches!(
                    failure.kind,
                    elder_semantics::failure::Kind::Error | elder_semantics::failure::Kind::Race
                );
                return match expected {
                    Err(_) if ends => Ok(()),
                    _ => Err(refused(
                        "progress",
                        format!("{:?}: {}", failure.kind, failure.message),
                    )),
                };
            }
        }
    }
    Ok(())
}
