//! The compiler as a function of texts: a program that the engine checked, after each pass that its language takes, and the kernels and the launch
//! plan where its pipeline leads to them.
//!
//! As the engine itself, this reads no file, starts no thread and knows no device.  Whoever runs what comes out has to.

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod text;
mod tuned;
pub mod written;

#[cfg(test)]
mod tests;

use elder_engine::{Overrides, Program};
use elder_passes::programs::Kernels;
use elder_passes::tower::pipeline;
use elder_passes::{Pipeline, Stage, Target};
use elder_syntax::Diagnostic;
use elder_syntax::language::known;

/// A program on its way.
pub struct Compiled {
    /// Its text after each position of its pipeline, as far as no pass refused it.
    pub stages: Vec<(String, String)>,
    /// What its pipeline ended with, if it leads to kernels.
    pub kernels: Option<Texts>,
    /// What a pass refused.  A program that is outside of the fragment of a pass just goes no further.
    pub refused: Vec<Diagnostic>,
}

/// Kernels as text.
pub struct Texts {
    /// The kernels, in the language of the target.
    pub kernels: String,
    /// The launch plan.
    pub plan: String,
}

/// An entry point of a program, after each pass.
///
/// # Errors
/// Which entry points there are; that nothing leads on from the language.
pub fn compiled(
    program: &Program,
    entry: &str,
    target: Target,
    overrides: &Overrides,
) -> Result<Compiled, Vec<Diagnostic>> {
    let start = written::start(program, &[entry], overrides)?;
    let pipeline = pipeline(start.language());
    let mut compiled = Compiled {
        stages: Vec::new(),
        kernels: None,
        refused: Vec::new(),
    };
    let positions = pipeline.map_or(&[][..], Pipeline::positions);
    for made in Stage::of(start).along(positions, target) {
        match made {
            Ok((position, stage)) => match known::<Kernels>(&*stage.program) {
                Some(Kernels { plan, dialect, .. }) => {
                    compiled.kernels = Some(Texts {
                        kernels: text::kernels(program, plan, *dialect).text,
                        plan: plan.to_string(),
                    });
                }
                None => {
                    let name = position.name();
                    compiled
                        .stages
                        .push((name.to_owned(), text::stage(name, target, &stage)));
                }
            },
            Err(refused) if refused.is_outside() => {}
            Err(refused) => compiled.refused = refused.errors,
        }
    }
    Ok(compiled)
}
