//! Syntax trees to core expressions: names get their variables, shorthands are written out (notes, section 2).
//!
//! | file | what |
//! | --- | --- |
//! | `scope.rs` | what names mean |
//! | `expressions.rs` | the forms of expressions |
//! | `operators.rs` | application, operators with too few arguments |
//! | `types.rs` | signatures and levels |
//! | `configuration.rs` | `config` |
//!
//! Whether what comes out has a type is the checker's question.

use crate::ast::{self, Parameter};
use crate::rules::syntax::{FCL_G_FUN, FCL_SYN_PROGRAM};
use crate::{Definition, Program};
use elder_syntax::parsing::MAX_ERRORS;
use elder_syntax::{Diagnostic, Name as Text, Span, Variable};
use rustc_hash::FxHashMap;
use scope::Scope;

mod configuration;
mod expressions;
mod operators;
mod scope;
mod types;

#[cfg(test)]
pub(crate) use operators::counted_loop;
pub(crate) use scope::is_operator;
pub(crate) use types::fixed as fixed_level;

/// Elaborates a file behind the definitions of a library.  A definition may use those before it.
///
/// # Errors
/// The errors of all definitions, in the order of the text; the first hundred.
pub fn program(program: &ast::Program, library: &Program) -> Result<Program, Vec<Diagnostic>> {
    let mut out = library.clone();
    let mut elaborator = Elaborator {
        scope: Scope::of(library),
        errors: Vec::new(),
    };
    for definition in &program.definitions {
        elaborator.scope.announce(&definition.name.name);
    }
    let mut places: FxHashMap<&Text, Span> = FxHashMap::default();
    for definition in &program.definitions {
        let name = &definition.name;
        if let Some(first) = places.insert(&name.name, name.span) {
            let message = format!("`{}` is defined twice", name.name);
            let error = Diagnostic::error(FCL_SYN_PROGRAM.refuse("unique"), name.span, message);
            elaborator.errors.push(error.and_at(first, "first here"));
        }
        let before = elaborator.errors.len();
        elder_syntax::effort::at(name.span);
        let done = elaborator.definition(definition);
        if elaborator.errors.len() == before {
            elaborator.scope.define(&done.name);
            out.definitions.push(done);
        } else {
            elaborator.scope.broken(&name.name);
        }
        if elaborator.errors.len() >= MAX_ERRORS {
            break;
        }
    }
    let mut errors = elaborator.errors;
    if errors.is_empty() {
        return Ok(out);
    }
    errors.sort_by_key(|d| d.span.start);
    errors.truncate(MAX_ERRORS);
    Err(errors)
}

/// The state of elaboration.  Where something is wrong, an error is noted and a number stands for the part; a definition with
/// errors is of no use.
struct Elaborator {
    scope: Scope,
    errors: Vec<Diagnostic>,
}

impl Elaborator {
    fn error(&mut self, error: Diagnostic) {
        self.errors.push(error);
    }

    fn definition(&mut self, source: &ast::Definition) -> Definition {
        FCL_G_FUN.apply();
        let signature = source.signature.as_ref().map(|s| self.signature(&s.ty));
        self.scope.enter(&source.name.name);
        let parameters: Vec<&Parameter> = source.parameters.iter().collect();
        let body = self.function(&parameters, &source.body, source.body.span);
        let configuration = self.configuration(source);
        Definition {
            name: Variable::fresh(&source.name.name),
            kind: source.kind,
            body,
            signature,
            configuration,
            scheme: None,
            library: false,
            span: source.name.span,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
