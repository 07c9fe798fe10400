//! The reference semantics of FCL (paper 5.2; notes 6, 7 and 12).
//!
//! | module | what |
//! | --- | --- |
//! | [`location`] | threads and groups: where steps are taken (FCL-L-*) |
//! | [`step`] | the small-step system, literally: rules FCL-E-* on terms |
//! | [`machine`] | the same with environments and arrays as descriptions: for running |
//! | [`cost`] | steps by level, materialisations, traffic with memory, barriers |
//! | [`scalar`] | what scalar operators compute (FCL-E-DELTA) |
//! | [`interface`] | values on input and output |
//! | [`limits`] | steps, time, memory, nesting |
//!
//! [`run`] runs a kernel on data.  Both evaluators give the same values, the same errors at the same places, and the same
//! step counts; a derivation is one of the small-step system.
//!
//! Definitions before the kernel are bound at no cost, and the sizes of the machine that a program mentions are put in their places
//! before it runs (FCL-G-BS).

pub mod cost;
pub mod interface;
pub mod limits;
pub mod location;
pub mod machine;
mod placement;
pub mod scalar;
pub mod step;

use crate::derivation::Derivation;
use crate::failure::{Failure, Kind, Run};
use crate::options;
use crate::order::Order;
use cost::Cost;
use elder_fcl::rules::evaluation as rules;
use elder_fcl::{Configuration, Entry, Expression, Level, Node, Type, Variable};
use elder_syntax::Value;
use interface::{Argument, Column};
use limits::Limits;
use location::{Location, Shape};

/// Which evaluator runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluator {
    /// The small-step system, on terms.
    Step,
    /// The machine with environments.
    #[default]
    Machine,
}

/// What runs, and where.
#[derive(Clone, Debug, Default)]
pub struct Mode {
    /// Which evaluator; a derivation is always one of [`Evaluator::Step`].
    pub evaluator: Evaluator,
    /// The sizes of the machine, instead of those that the kernel is configured with.
    pub configuration: Option<Configuration>,
    /// Where to run, if not at a place of the configured sizes; it must respect the level of the kernel.
    pub shape: Option<Shape>,
}

/// How to run; in the order are taken the threads of a wave and the sub-arrays of a delayed array.
pub type Options = options::Options<Mode>;

/// What a run gave: the components of the result, and the cost so far; [`Evaluator::Step`] counts traffic only along with a derivation.
pub type Outcome = options::Outcome<Vec<Value>, Cost>;

/// A kernel as both evaluators see it.
#[derive(Clone, Copy, Debug)]
pub struct Kernel<'a> {
    /// What messages call it.
    pub name: &'a str,
    /// The types of the parameters.
    pub parameters: &'a [&'a Type],
    /// The type of the elements of the result.
    pub element: &'a Type,
    /// The level of the result.
    pub level: &'a Level,
    /// The function, closed: definitions bound around it by `let`.
    pub body: &'a Expression,
    /// The sizes of the machine.
    pub configuration: Configuration,
}

/// Runs an entry of a checked program on values from outside: scalars and arrays, an array of pairs as an array a component.
pub fn run(entry: &Entry, values: &[Value], options: &Options) -> Outcome {
    let parameters: Vec<&Type> = entry.parameters.iter().map(|(_, ty)| ty).collect();
    let kernel = Kernel {
        name: entry.name.text(),
        parameters: &parameters,
        element: &entry.element,
        level: &entry.level,
        body: &entry.body,
        configuration: entry.configuration,
    };
    run_kernel(&kernel, values, options)
}

/// Runs a kernel on values from outside.
pub fn run_kernel(kernel: &Kernel<'_>, values: &[Value], options: &Options) -> Outcome {
    let span = kernel.body.span;
    let configuration = options.mode.configuration.unwrap_or(kernel.configuration);
    let fail = |failure| Outcome {
        results: Err(failure),
        derivation: None,
        cost: Cost::default(),
        also: (),
    };
    let arguments = match interface::arguments(kernel.name, kernel.parameters, values, span) {
        Ok(arguments) => arguments,
        Err(failure) => return fail(failure),
    };
    let location = match place(kernel, &configuration, options) {
        Ok(location) => location,
        Err(failure) => return fail(failure),
    };
    rules::FCL_E_TOP.apply();
    let body = step::substitute::settings(kernel.body, &configuration);
    let derivation = options.recorded();
    let on_machine = |arguments| {
        let limits = Limits::new(options.limits);
        machine::run(&body, arguments, kernel.element, &location, limits, options.order)
    };
    let (result, cost, derivation) = match (options.mode.evaluator, derivation) {
        (Evaluator::Machine, None) => on_machine(arguments),
        (_, derivation) => {
            let limits = Limits::new(options.limits);
            let mut ended = steps(
                &body,
                &arguments,
                kernel.element,
                &location,
                limits,
                options.order,
                derivation,
            );
            if ended.2.is_some() {
                // The small steps do not see memory.
                ended.1.traffic = on_machine(arguments).1.traffic;
            }
            ended
        }
    };
    let results = result.and_then(|column| {
        let column = column.ok_or_else(|| Failure::internal(span, "the result is of another type"))?;
        let mut values = vec![];
        column.outside(&mut values);
        Ok(values)
    });
    Outcome {
        results,
        derivation,
        cost,
        also: (),
    }
}

/// The elements of the result, `None` if they are of another type; the cost; the derivation, if one was recorded.
type Ended = (Run<Option<Column>>, Cost, Option<Derivation>);

/// Where a kernel runs.
fn place(kernel: &Kernel<'_>, configuration: &Configuration, options: &Options) -> Run<Location> {
    let span = kernel.body.span;
    let location = match &options.mode.shape {
        Some(shape) => Some(Location::new(shape.clone())),
        None => Location::at(kernel.level, configuration),
    };
    match location {
        Some(location) if location.shape.respects(kernel.level) => Ok(location),
        _ => Err(Failure::refused(
            Kind::Level,
            &rules::FCL_E_LEVEL,
            "level",
            span,
            format!("`{}` cannot run there at level <{}>", kernel.name, kernel.level),
        )),
    }
}

/// FCL-E-TOP with the small-step system.
fn steps(
    body: &Expression,
    arguments: &[Argument],
    element: &Type,
    location: &Location,
    limits: Limits,
    order: Order,
    derivation: Option<Derivation>,
) -> Ended {
    let span = body.span;
    let (definitions, main) = definitions(body);
    let mut main = main.clone();
    // Inside out: a definition may use those before it.
    for (x, bound) in definitions.iter().rev() {
        main = step::substitute::variable(&main, x, bound).0;
    }
    for argument in arguments {
        let argument = argument.expression(span);
        main = Expression {
            span,
            ..main.apply(argument)
        };
    }
    let forced = Expression::operator(elder_fcl::Operator::Force, span).apply(main);
    let forced = Expression { span, ..forced };
    let mut stepper = step::Stepper::new(limits, order, derivation);
    // Terms may be nested deeply; they are dropped here.
    let results = elder_syntax::stack::deep(STACK / 2, STACK, || {
        stepper.run(forced, location).map(|value| match &*value.node {
            Node::Array(elements) => Column::of_terms(element, elements),
            _ => None,
        })
    });
    (results, stepper.cost, stepper.derivation)
}

/// Address space for dropping terms that are nested deeply: half of it at least, and only what is used is taken.
const STACK: usize = 1 << 30;

/// The definitions at the head of a closed body that are values on the face of them, and the rest.
pub(crate) fn definitions(body: &Expression) -> (Vec<(&Variable, &Expression)>, &Expression) {
    let mut definitions = vec![];
    let mut rest = body;
    while let Node::Let(x, bound, body) = &*rest.node {
        if !step::value::is_value(bound) {
            break;
        }
        definitions.push((x, bound));
        rest = body;
    }
    (definitions, rest)
}

#[cfg(test)]
mod tests;
