//! Programs from their text.
//!
//! The grammar, with `;` nowhere and layout free:
//!
//! ```text
//! program := (asks* ("fun" | "entry") name ("[" name "]")* param* ":" results "=" body)*
//! param   := "(" name ":" "*"? type place? ")"
//! results := ("?" ("[" name "]")+ ".")? ("(" ("*"? type),* ")" | "*"? type)
//! body    := stm* "in" ("[" atom "]")* (atom ("," atom)*)?
//! stm     := "release" name | asks* "let" ("[" name "]")* (name ":" type place? ("," name ":" type place?)*)? "=" "safe"? ("<" name,* ">")? exp said?
//! said    := premise text? | "#" text
//! place   := "@" name ("[" term ";" term,* "]")?
//! term    := "?" | "-"? product (("+" | "-") product)*
//! product := (name | number) ("*" (name | number))*
//! asks    := "#[" attr "]"
//! attr    := word ("(" attr,* ")")? | number
//! ```
//!
//! A name stands for what bound it last.  Names are resolved while the text is read, so what comes out is a [`Program`]; one that
//! nobody has judged: counts and types may be wrong.  What stands behind `#` is a premise of a rule of another language, and the
//! reader is given those rules.
//!
//! | file | what |
//! | --- | --- |
//! | `token.rs` | text to tokens |
//! | `scope.rs` | what names stand for |
//! | `types.rs` | types, parameters, results |
//! | `statements.rs` | definitions, bodies, statements, what is said of them |
//! | `attributes.rs` | what is asked of those that execute them |
//! | `expressions.rs` | expressions |
//! | `places.rs` | where arrays lie |
//! | `soacs.rs` | functions and combinators |

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod attributes;
mod expressions;
mod places;
mod scope;
mod soacs;
mod statements;
pub mod token;
mod types;

use crate::{Program, check};
use elder_syntax::diagnostic::Severity;
use elder_syntax::parsing;
use elder_syntax::{Diagnostic, Rule, SourceId, SourceMap};
use token::Kind;

/// The input of a rule.
type In<'t, 'p> = parsing::In<'t, 'p, Kind>;
/// The result of a rule.
type Parsed<T> = parsing::Parsed<T, Kind>;
/// Why the reader could not go on.
type Failure = parsing::Failure<Kind>;

/// The rules whose premises may stand behind `#`: the one of an id.
pub type Rules<'r> = &'r dyn Fn(&str) -> Option<&'static Rule>;

/// The program of a text, if it can be read.
///
/// # Errors
/// `CORE-S-PROGRAM` and its neighbours.
pub fn program(source: SourceId, text: &str, rules: Rules<'_>) -> Result<Program, Vec<Diagnostic>> {
    let (tokens, wrong) = token::lex(source, text);
    let named = statements::functions(text, &tokens);
    let read = |inp: &mut In<'_, '_>| {
        let mut reader = scope::Reader::new(rules, &named);
        reader.definitions(inp)?;
        Ok(reader.program)
    };
    let (program, errors) = parsing::run(source, text, || (tokens.clone(), wrong), read);
    match program {
        Some(program) if errors.is_empty() => Ok(program),
        _ => Err(errors),
    }
}

/// What came of a text.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The text, for messages.
    pub sources: SourceMap,
    /// What there is to say of it.
    pub diagnostics: Vec<Diagnostic>,
    /// The program, if nothing was wrong with it.
    pub program: Option<Program>,
}

impl Loaded {
    /// Whether something was wrong.
    pub fn is_refused(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// The program of a text, read and checked; `name` stands in messages, and `path` says where it lies on disk.
pub fn load(name: &str, text: &str, rules: Rules<'_>) -> Loaded {
    let mut loaded = Loaded::default();
    let source = loaded.sources.add(name, text);
    let checked = crate::LANGUAGE.within(|| {
        let program = program(source, text, rules)?;
        check::program(&program).map(|()| program)
    });
    match checked.unwrap_or_else(|spent| Err(vec![*spent])) {
        Ok(program) => loaded.program = Some(program),
        Err(errors) => loaded.diagnostics = errors,
    }
    loaded
}
