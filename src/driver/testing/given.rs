//! The arguments of a case: written, in a file, random, or what a script gives.

use super::blocks::{Case, Generator, Input};
use super::random::{Floats, Random};
use super::run::{Cause, Failed, beside, stop};
use super::script;
use crate::engine::{Argument, Program, Settings};
use crate::input;
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::Reader;
use std::path::Path;

/// The arguments of a case of the program in a file; random floats are drawn so.
///
/// # Errors
/// What is wrong with the block or with a file, or why an entry point of a script gives nothing.
pub(crate) fn arguments(
    program: &Program,
    (case, path): (&Case, &Path),
    floats: Floats,
    settings: &Settings,
) -> Result<Vec<Argument>, Failed> {
    let block = |message: String| (Cause::Block, message);
    let plain = |values: Vec<Value>| values.into_iter().map(Argument::Data).collect();
    let types = || program.parameter_types(&case.entry);
    match &case.input {
        Input::Values(written) => {
            let values = written.values(&types());
            values.map(plain).map_err(|e| block(format!("test block: {e}")))
        }
        Input::File(file) => {
            let values = input::file(&beside(path, file), &types());
            values.map(plain).map_err(block)
        }
        Input::Random(generators) => {
            let mut random = Random::new(settings.seed, floats);
            let make = |g: &Generator| match g {
                Generator::Constant(value) => Ok(value.clone()),
                Generator::Random(shape, t) => random.value(shape, *t).ok_or_else(|| {
                    (
                        Cause::Limit,
                        "random input of this size does not fit in memory".to_string(),
                    )
                }),
            };
            Ok(plain(generators.iter().map(make).collect::<Result<_, _>>()?))
        }
        Input::Script(text) => scripted(program, &case.entry, text, path, settings),
        Input::ScriptFile(file) => {
            let bytes = input::read_file(&beside(path, file)).map_err(block)?;
            let text = String::from_utf8_lossy(&bytes);
            scripted(program, &case.entry, &text, path, settings)
        }
    }
}

/// Whole numbers written in a script have the type of the parameter that they are given for.
fn adapted(program: &Program, entry: &str, arguments: Vec<Argument>) -> Vec<Argument> {
    let types = program.parameter_types(entry);
    let types = types.into_iter().chain(std::iter::repeat(None));
    let adapt = |(argument, t)| match argument {
        Argument::Data(value) => match value.as_scalar() {
            Some(PrimValue::I32(n)) => {
                let text = n.to_string();
                let read = Reader::new(text.as_bytes()).read(t);
                Argument::Data(read.ok().flatten().unwrap_or(value))
            }
            _ => Argument::Data(value),
        },
        value => value,
    };
    arguments.into_iter().zip(types).map(adapt).collect()
}

/// One result as itself, several as a tuple.
fn tuple(mut results: Vec<Argument>) -> script::Outcome<Argument> {
    match (results.pop(), results.is_empty()) {
        (Some(result), true) => script::Outcome::One(result),
        (last, _) => {
            let results = results.into_iter().chain(last);
            script::Outcome::Tuple(results.map(script::Outcome::One).collect())
        }
    }
}

fn scripted(
    program: &Program,
    entry: &str,
    text: &str,
    path: &Path,
    settings: &Settings,
) -> Result<Vec<Argument>, Failed> {
    let parsed = script::parse(text).map_err(|e| (Cause::Block, format!("script input: {e}")))?;
    let mut failed = None;
    let mut call = |name: &str, arguments: Vec<Argument>| match program.call(
        name,
        adapted(program, name, arguments),
        settings,
    ) {
        Ok(results) => Ok(tuple(results.into_arguments())),
        Err(stopped) => {
            let message = stopped.render_short().to_string();
            failed = Some(stop(&stopped.into()));
            Err(message)
        }
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    let result = script::evaluate(&parsed, folder, &mut call, &Argument::Data);
    match (result, failed) {
        (Ok(result), _) => Ok(adapted(program, entry, result.flatten())),
        (Err(_), Some(failed)) => Err(failed),
        (Err(message), None) => Err((Cause::Block, format!("script input: {message}"))),
    }
}
