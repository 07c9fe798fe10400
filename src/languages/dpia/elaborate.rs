//! Syntax trees to phrases: names are resolved, types and sizes inferred, operators and literals given their types.
//!
//! Elaboration goes through a definition once, with unknowns ([`metas`]) for the types and sizes that the text leaves
//! out, and collects a term that still has unknowns in it ([`term`]).  Equal types are unified as they are met; equations
//! between sizes that are not yet solvable wait ([`sizes`]).  At the end the unknowns are filled in ([`finish`]).
//!
//! | file | what |
//! | --- | --- |
//! | `metas.rs`, `unify.rs`, `sizes.rs` | types with unknowns; their equations |
//! | `scope.rs`, `types.rs` | names; written types and sizes |
//! | `phrases.rs`, `functions.rs`, `patterns.rs`, `components.rs`, `vectors.rs`, `commands.rs`, `indexes.rs` | the forms of phrases |
//! | `apply.rs`, `primitives.rs`, `leads.rs`, `operators.rs` | application, of primitives and of others |
//! | `report.rs` | messages |
//! | `term.rs`, `finish.rs` | terms with unknowns, and without |
//!
//! Whether identifiers interfere, and whether functions are passive, is not asked here: that is the checker's question,
//! and programs that it refuses still have a meaning under the store semantics.

use crate::phrase::{Definition, Program};
use crate::rules::syntax::{DPIA_SYN_NEST, DPIA_SYN_PROGRAM};
use crate::{Name, PhraseType, ast};
use elder_syntax::parsing::MAX_ERRORS;
use elder_syntax::{Diagnostic, Span};
use metas::Metas;
use scope::{Binding, Scope};

mod apply;
mod commands;
mod components;
mod finish;
mod functions;
mod indexes;
mod leads;
mod metas;
mod operators;
mod patterns;
mod phrases;
pub(crate) mod primitives;

pub use primitives::is_taken;
mod report;
mod scope;
mod sizes;
mod term;
mod types;
mod unify;
mod vectors;

pub(crate) use finish::assignment;

/// Elaborates a file.  A definition may use those before it; one with errors has no use.
///
/// # Errors
/// The errors of all definitions, in the order of the text; the first hundred.
pub fn program(program: &ast::Program) -> Result<Program, Vec<Diagnostic>> {
    let mut scope = Scope::new();
    let mut out = Program::default();
    let mut errors: Vec<Diagnostic> = Vec::new();
    let mut names: rustc_hash::FxHashMap<&str, Span> = rustc_hash::FxHashMap::default();
    for definition in &program.definitions {
        let name = &definition.name;
        if let Some(first) = names.insert(&name.name, name.span) {
            let message = format!("`{}` is defined twice", name.name);
            let error = Diagnostic::error(DPIA_SYN_PROGRAM.refuse("unique"), name.span, message);
            errors.push(error.and_at(first, "first here"));
        }
        elder_syntax::effort::at(name.span);
        // Terms may be deep, and dropping them recurses.
        let made = elder_syntax::stack::deep(64 << 20, 256 << 20, || self::definition(definition, &scope));
        match made {
            Ok(done) => {
                scope.define(&done);
                out.definitions.push(done);
            }
            Err(found) => {
                scope.broken(&name.name);
                errors.extend(found);
            }
        }
    }
    errors.truncate(MAX_ERRORS);
    if errors.is_empty() { Ok(out) } else { Err(errors) }
}

/// One definition, in the scope of those before it.
fn definition(source: &ast::Definition, scope: &Scope) -> Result<Definition, Vec<Diagnostic>> {
    let mut elaborator = Elaborator {
        metas: Metas::default(),
        scope: scope.clone(),
        errors: Vec::new(),
        components: Vec::new(),
    };
    let body = elaborator.phrase(&source.body, None);
    elaborator.settle();
    let result = elaborator.finish(&body);
    if elaborator.metas.exhausted() {
        let refusal = DPIA_SYN_NEST.refuse("types");
        let message = "the types of this definition are too large";
        return Err(vec![Diagnostic::error(refusal, source.name.span, message)]);
    }
    let mut errors = elaborator.errors;
    if !errors.is_empty() {
        errors.sort_by_key(|d| d.span.start);
        return Err(errors);
    }
    let (body, ty): (crate::Phrase, PhraseType) = result;
    Ok(Definition {
        name: Name::fresh(&source.name.name),
        ty,
        body,
        span: source.name.span,
    })
}

/// The state of the elaboration of one definition.
struct Elaborator {
    metas: Metas,
    scope: Scope,
    errors: Vec<Diagnostic>,
    /// Indexes among the components of patterns, which are to be named in the body ([`patterns`]).
    components: Vec<patterns::Component>,
}

impl Elaborator {
    fn error(&mut self, error: Diagnostic) {
        self.errors.push(error);
    }

    /// With a name in scope.
    fn within<T>(&mut self, text: &str, binding: Binding, inner: impl FnOnce(&mut Elaborator) -> T) -> T {
        self.scope.push(text, binding);
        let result = inner(self);
        self.scope.pop();
        result
    }
}

#[cfg(test)]
pub(crate) mod tests;
