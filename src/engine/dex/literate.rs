//! Literate files: the items in their order, each as the one before it left things.

mod opened;

use super::options;
use crate::language::Literate;
use crate::printed::{Failure, Item, Kind, Printed};
use crate::{Failed, Imports, Rejected, Settings, StopKind, failed};
use elder_dex::ast::{Command, Item as Text};
use elder_dex::core::Program;
use elder_dex::elaborate::{File, Outcome};
use elder_dex::load::Loaded;
use elder_dex::rules::{elaboration, syntax};
use elder_dex::{library, load, shown};
use elder_semantics::dex::literate::Session;
use elder_syntax::{Diagnostic, SourceMap, Span};

/// Dex's files.
pub(super) const LITERATE: Literate = Literate {
    run,
    check,
    open: opened::open,
};

/// What a browser would show; it has no lines to show it in.
const HTML: &str = "<html output>";

/// Runs a file.
fn run(name: &str, imports: &mut dyn Imports, settings: &Settings) -> Result<Printed, Rejected> {
    let Loaded {
        sources,
        file,
        program,
        errors,
        ..
    } = loaded(name, imports)?;
    let mut session = Session::new(&program, &options(settings));
    Ok(printed(sources, file, errors, &mut |_, outcome| {
        evaluated(&program, &mut session, outcome)
    }))
}

/// Checks a file.
fn check(name: &str, imports: &mut dyn Imports) -> Result<Printed, Rejected> {
    let Loaded {
        sources,
        file,
        errors,
        ..
    } = loaded(name, imports)?;
    Ok(printed(sources, file, errors, &mut |_, _| Ok(vec![])))
}

fn loaded(name: &str, imports: &mut dyn Imports) -> Result<Loaded, Rejected> {
    load::file(name, imports).map_err(|error| Rejected::unreadable(name, &error))
}

/// What an item of this number prints, by what became of it.
type Evaluate<'e> = dyn FnMut(usize, &Outcome) -> Result<Vec<String>, Failure> + 'e;

/// The items of a file, with what each that is not refused prints; by its number and what it became.
fn printed(sources: SourceMap, file: File, errors: Vec<Diagnostic>, evaluate: &mut Evaluate<'_>) -> Printed {
    let mut items = Vec::with_capacity(file.items.len());
    let first = file.items.first();
    let against = first.and_then(|(item, _)| against(&errors, item.span));
    for (number, (item, outcome)) in file.items.into_iter().enumerate() {
        let outcome = match (against.filter(|error| is_before(error, item.span)), outcome) {
            (_, Err(errors)) => Err(refused(errors)),
            (Some(error), Ok(_)) => Err(refused(vec![error.clone()])),
            (None, Ok(outcome)) => evaluate(number, &outcome),
        };
        let Text { span, expected, .. } = item;
        items.push(Item {
            span,
            expected,
            outcome,
        });
    }
    let library = library::errors().iter().cloned();
    let outside = library.chain(file.outside).chain(errors);
    Printed {
        sources,
        items,
        outside: outside.collect(),
    }
}

/// What the checker has against the first item that it has something against, or against what is elsewhere.  That its account was used up says nothing of
/// any.
fn against(errors: &[Diagnostic], item: Span) -> Option<&Diagnostic> {
    let effort = elder_dex::LANGUAGE.effort.map(|rule| rule.id);
    let is_effort = |error: &Diagnostic| {
        error
            .refusal
            .is_some_and(|refusal| Some(refusal.rule.id) == effort)
    };
    let against = errors.iter().filter(|error| !is_effort(error));
    against.min_by_key(|error| (error.span.source == item.source, error.span.start))
}

/// Whether an error is one of an item, or of what stands before it: nothing is run of what was refused, and nothing that may use it.
fn is_before(error: &Diagnostic, item: Span) -> bool {
    error.span.source != item.source || error.span.start < item.end
}

/// An item that is refused.
fn refused(errors: Vec<Diagnostic>) -> Failure {
    let diagnostic = errors
        .into_iter()
        .next()
        .unwrap_or_else(|| Diagnostic::outside("it is refused"));
    let rule = diagnostic.refusal.map(|refusal| refusal.rule.id);
    let kind = match rule {
        Some(id) if syntax::TABLE.iter().any(|rule| rule.id == id) => Kind::Parse,
        Some(id) if id == elaboration::DX_EL_NAME.id => Kind::Name,
        _ => Kind::Type,
    };
    Failure {
        kind,
        failed: Failed {
            kind: StopKind::Error,
            diagnostic: Box::new(diagnostic),
        },
    }
}

/// What an item prints: the value of a command, or its type.
fn evaluated(program: &Program, session: &mut Session, outcome: &Outcome) -> Result<Vec<String>, Failure> {
    let stopped = |failure: elder_semantics::failure::Fail| Failure {
        kind: Kind::Run,
        failed: failed(&failure),
    };
    let text = match outcome {
        Outcome::Nothing => return Ok(vec![]),
        Outcome::Declared(definitions) => {
            for definition in &program.definitions[definitions.clone()] {
                session.evaluate(definition).map_err(stopped)?;
            }
            return Ok(vec![]);
        }
        Outcome::Command(Command::Type, _, ty) => shown::value(program, ty).argument().rendered(),
        Outcome::Command(Command::Html, name, _) => {
            session.printed(*name).map_err(stopped)?;
            HTML.to_owned()
        }
        Outcome::Command(Command::Export(_), name, _) => {
            session.printed(*name).map_err(stopped)?;
            return Ok(vec![]);
        }
        Outcome::Command(Command::Value | Command::Print, name, _) => {
            session.printed(*name).map_err(stopped)?
        }
    };
    Ok(text.lines().map(str::to_owned).collect())
}
