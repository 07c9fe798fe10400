//! Tests of both evaluators on programs in text form.

mod costs;
mod large;
mod programs;
mod properties;
mod traffic;

use crate::failure::{Fail, Kind};
use crate::fcl::location::Shape;
use crate::fcl::{Evaluator, Kernel, Mode, Options, Outcome, run_kernel};
use crate::options::Limits;
use crate::order::Order;
use elder_fcl::{Configuration, Level, Program, Type, load};
use elder_syntax::Value;

/// The library of the notes, sections 9, 10 and 13, word for word.
const LIBRARY: &str = include_str!("../../spec/sources/fcl-library.fcl");

/// The library with a definition `main` behind it.
fn program(main: &str) -> Program {
    let text = format!("{LIBRARY}\n{main}\n");
    let loaded = load::forced("test", &text);
    let shown: Vec<String> = loaded.diagnostics.iter().map(|d| d.message.clone()).collect();
    loaded.program.unwrap_or_else(|| panic!("{main}: {shown:?}"))
}

/// Runs the definition `main` of a text.
fn run_text(
    text: &str,
    level: &Level,
    parameters: &[&Type],
    element: &Type,
    values: &[Value],
    options: &Options,
) -> Outcome {
    let program = program(text);
    let body = program.closed("main").expect("main");
    let configuration = Configuration {
        block_size: 4,
        block_width: None,
        warp_size: 32,
        groups: None,
    };
    let kernel = Kernel {
        name: "main",
        parameters,
        element,
        level,
        body: &body,
        configuration,
    };
    run_kernel(&kernel, values, options)
}

fn with(evaluator: Evaluator) -> Options {
    Options {
        limits: Limits::fuel(2_000_000),
        mode: Mode {
            evaluator,
            ..Mode::default()
        },
        ..Options::default()
    }
}

/// `fun main = e`, run at a level by both evaluators, which agree in everything.
fn run_both(e: &str, level: &Level, element: &Type, options: &Options) -> Outcome {
    let text = format!("fun main = {e}");
    let step = Options {
        mode: Mode {
            evaluator: Evaluator::Step,
            ..options.mode.clone()
        },
        ..options.clone()
    };
    let machine = Options {
        mode: Mode {
            evaluator: Evaluator::Machine,
            ..options.mode.clone()
        },
        ..options.clone()
    };
    let step = run_text(&text, level, &[], element, &[], &step);
    let machine = run_text(&text, level, &[], element, &[], &machine);
    assert_eq!(told(&step.results), told(&machine.results), "{e}");
    // Where one fails, shuffled orders differ in who had the last step before.
    let comparable = match &step.results {
        Ok(_) => true,
        Err(failure) => failure.kind != Kind::Limit && !matches!(options.order, Order::Shuffled(_)),
    };
    if comparable {
        let figures = |o: &Outcome| (o.cost.steps, o.cost.span, o.cost.work);
        assert_eq!(figures(&step), figures(&machine), "{e}");
    }
    machine
}

/// The values, or what refused where and why.
fn told(results: &Result<Vec<Value>, Fail>) -> Result<Vec<Value>, String> {
    match results {
        Ok(values) => Ok(values.clone()),
        // Which limit is met first, and where, is up to the evaluator.
        Err(failure) if failure.kind == Kind::Limit => Err("a limit".to_owned()),
        Err(failure) => {
            let refusal = failure.refusal.map(|refusal| refusal.to_string());
            Err(format!(
                "{refusal:?} {:?} {} {:?}",
                failure.kind, failure.message, failure.span
            ))
        }
    }
}

/// A group of groups of these sizes, the outermost first.
fn machine_of(sizes: &[u64]) -> Shape {
    sizes
        .iter()
        .rev()
        .fold(Shape::Thread, |member, size| Shape::group(*size, member))
}
