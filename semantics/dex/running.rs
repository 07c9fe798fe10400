//! Which evaluator runs a definition.
//!
//! The machine does, unless more than the result is asked for (a derivation, the cost, another order, which rules were applied), or the program
//! has what it does not take ([`machine`]).  Which of the two it is, is known before anything is run.

use super::machine::{Machine, Untaken};
use super::order::Difference;
use super::value::Value;
use super::{Interpreter, Mode, Options, Outcome, Stop, run, show};
use crate::failure::{Kind, Run};
use elder_dex::core::Program;
use elder_syntax::value::Value as Data;

#[cfg(doc)]
use super::machine;

/// A result.
#[derive(Debug)]
pub enum Answer {
    /// As data, a value a component.
    Data(Vec<Data>),
    /// Something that the data formats cannot say.
    Other(Value),
}

/// The value of a definition of a checked program, applied to values from outside if it is a function.
pub fn answer(program: &Program, definition: &str, arguments: &[Data], options: &Options) -> Run<Answer> {
    match fast(program, definition, arguments, options) {
        Some(answer) => answer,
        None => {
            let Outcome { results, also, .. } = run(program, definition, arguments, options);
            let value = results?;
            Ok(also.map_or(Answer::Other(value), Answer::Data))
        }
    }
}

/// Whether no more is asked for than the result, so that the machine may give it.
pub(super) fn admits_machine(options: &Options) -> bool {
    options.is_defined() && options.derivation.is_none() && options.mode == Mode::Any
}

/// The same on the machine, if it takes that.
fn fast(program: &Program, definition: &str, arguments: &[Data], options: &Options) -> Option<Run<Answer>> {
    if !admits_machine(options) {
        return None;
    }
    let name = program.definition(definition)?.binder.name;
    let mut machine = Machine::new(program);
    let result = machine.run(name, arguments, options, false).ok()?;
    match result {
        Err(failure) => Some(Err(failure)),
        Ok(answer) => match answer.data() {
            Some(data) => Some(Ok(Answer::Data(data))),
            None => {
                let value = value(program, definition, arguments, options, &answer)?;
                Some(value.and_then(|value| {
                    let mut interpreter = Interpreter::new(program, options);
                    let data = interpreter.sayable(definition, arguments, &value)?;
                    Ok(data.map_or(Answer::Other(value), Answer::Data))
                }))
            }
        },
    }
}

/// What the machine gave, as the definition has it; nothing of functions.
fn value(
    program: &Program,
    definition: &str,
    arguments: &[Data],
    options: &Options,
    answer: &super::machine::Answer<'_>,
) -> Option<Run<Value>> {
    if !answer.is_whole() {
        return None;
    }
    let mut interpreter = Interpreter::new(program, options);
    let ty = interpreter.result_type(definition, arguments).ok()??;
    match answer.value(&mut interpreter, &ty) {
        Ok(value) => Some(Ok(value)),
        Err(Stop::Failure(failure)) => Some(Err(failure)),
        Err(_) => None,
    }
}

/// What the machine makes of a definition, to be compared with what the definition of the language makes of it.
///
/// # Errors
/// Why the machine does not take it.
pub fn beside(
    program: &Program,
    definition: &str,
    arguments: &[Data],
    options: &Options,
) -> Result<Run<Value>, Untaken> {
    let found = program.definition(definition);
    let name = found.ok_or(Untaken("there is no such definition"))?.binder.name;
    let mut machine = Machine::new(program);
    match machine.run(name, arguments, options, false)? {
        Err(failure) => Ok(Err(failure)),
        Ok(answer) => {
            let value = value(program, definition, arguments, options, &answer);
            value.ok_or(Untaken("it gives a function"))
        }
    }
}

/// In what the two differ.  One that reaches a limit says nothing about the other.
pub fn difference(
    program: &Program,
    definition: &str,
    arguments: &[Data],
    options: &Options,
) -> Option<Difference> {
    let chosen = beside(program, definition, arguments, options).ok()?;
    let defined = run(program, definition, arguments, options).results;
    let is_limit = |result: &Run<Value>| matches!(result, Err(failure) if failure.kind == Kind::Limit);
    if is_limit(&chosen) || is_limit(&defined) {
        return None;
    }
    let text = |result: Run<Value>| match result {
        Ok(value) => show::text(program, &value),
        Err(failure) => match failure.refusal {
            Some(refusal) => format!("an error by {refusal} at {:?}", failure.span),
            None => failure.message.clone(),
        },
    };
    let (defined, chosen) = (text(defined), text(chosen));
    (defined != chosen).then_some(Difference { defined, chosen })
}
