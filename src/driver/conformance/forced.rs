//! What programs do that the checker refuses: it refuses them for a reason.

use super::{TIME, options, rendered};
use crate::tower;
use elder_core::read;
use elder_dpia::{Entry, load};
use elder_futhark::check::imports;
use elder_semantics::dpia::{self, Mode, Options};
use elder_semantics::failure::Kind;
use elder_semantics::futhark::agree::{Agreement, SMALL, agree};
use elder_semantics::options::Limits;
use elder_spec::{Case, Execution};
use elder_syntax::value::read_values;
use elder_syntax::{SourceId, Value};

/// A refused program, run without the checker.
pub(super) fn forced(case: &Case, wanted: &str, execution: &mut Execution) {
    execution.assertions += 1;
    match outcome(case) {
        Ok(found) if found == wanted => {}
        Ok(found) => execution.failures.push(format!(
            "forced through, the outcome is `{found}`, not `{wanted}`"
        )),
        Err(message) => execution.failures.push(format!("forced: {message}")),
    }
}

/// The outcome of a program that was not checked, in a word.
fn outcome(case: &Case) -> Result<String, String> {
    let given = case.field("given").unwrap_or("{ }");
    let given = given.trim().strip_prefix('{').and_then(|g| g.strip_suffix('}'));
    let given = given.ok_or("`given` is not of the form { values }")?;
    let values = read_values(given.as_bytes()).map_err(|e| e.to_string())?;
    let language = tower::language_of(&case.path())?;
    match language.declared.ending {
        ending if ending == elder_futhark::LANGUAGE.ending => futhark(case, &values),
        ending if ending == elder_core::LANGUAGE.ending => core(case, &values),
        _ => dpia(case, values),
    }
}

/// What a program of Core does of which the checker was not asked.
fn core(case: &Case, values: &[Value]) -> Result<String, String> {
    let find = |id: &str| tower::rules().find(|rule| rule.id == id);
    let program = read::program(SourceId(0), case.program, &find).map_err(|errors| rendered(&errors))?;
    let options = elder_semantics::core::Options {
        limits: Limits {
            time: Some(TIME),
            ..Limits::default()
        },
        ..Default::default()
    };
    match elder_semantics::core::run(&program, "main", values, &options).results {
        Ok(_) => Ok("value".to_owned()),
        Err(failure) => word(failure.kind, failure.message.clone()),
    }
}

/// A failure in a word, if it is one of the program.
fn word(kind: Kind, message: String) -> Result<String, String> {
    match kind {
        Kind::Poison => Ok("poison".to_owned()),
        Kind::Error => Ok("error".to_owned()),
        Kind::Limit => Ok("limit".to_owned()),
        _ => Err(message),
    }
}

/// What a program does that uniqueness refuses, by both evaluators.
fn futhark(case: &Case, values: &[Value]) -> Result<String, String> {
    let outcome = imports::forced(case.file, case.program);
    let program = outcome.program.ok_or_else(|| rendered(&outcome.diagnostics))?;
    match agree(&program, "main", values, SMALL) {
        Agreement::Values(_) => Ok("value".to_owned()),
        Agreement::Limit => Ok("limit".to_owned()),
        Agreement::Alone => Err("it takes derivatives, which only the definition does".to_owned()),
        Agreement::Failure(failure) => word(failure.kind, failure.message),
        Agreement::Difference { clear, machine } => {
            Err(format!("the definition gives {clear}, the machine {machine}"))
        }
    }
}

/// What a program of DPIA does.
fn dpia(case: &Case, values: Vec<Value>) -> Result<String, String> {
    let loaded = load::forced(case.file, case.program);
    let program = loaded.program.ok_or_else(|| rendered(&loaded.diagnostics))?;
    let entry = Entry::closed(&program, "main").map_err(|_| "`main` is no entry".to_owned())?;
    // First as the paper has it, with cells that are zero; what then has a value may still read what nobody wrote.
    let zeros = Options {
        mode: Mode {
            strict: false,
            ..options().mode
        },
        ..options()
    };
    let zero = dpia::run(&entry, values.clone(), &zeros).results;
    // What such a program fails to write of its outputs is wrong.
    let nothing = Options {
        mode: Mode {
            writes_outputs: true,
            ..options().mode
        },
        ..options()
    };
    let results = zero.and_then(|_| dpia::run(&entry, values, &nothing).results);
    let kind = match results {
        Ok(_) => return Ok("value".to_owned()),
        Err(failure) => match failure.kind {
            Kind::Race => "race",
            Kind::Divergent => "divergent",
            Kind::Uninitialised => "uninitialised",
            Kind::Error => "error",
            Kind::Limit => "limit",
            Kind::Arguments => return Err(failure.message),
            _ => return Err(format!("internal: {}", failure.message)),
        },
    };
    Ok(kind.to_owned())
}
