//! Programs of FCL on their way to a device.

use crate::compile::fcl as kernels;
use crate::language::Language;
use crate::start::Start;
use elder_compile::written::{of_fcl, only};
use elder_engine::fcl::{LANGUAGE as TEXTS, Source};
use elder_engine::{Overrides, Program};
use elder_passes::programs::Fcl;
use elder_syntax::Diagnostic;

/// The language.
pub(crate) static LANGUAGE: Language = Language {
    start: Some(|program, roots, overrides| kernel(program, only(roots)?, overrides).map(Start::of)),
    compiled: Some(|program, entry, overrides| kernel(program, entry, overrides).and_then(kernels::staged)),
    ..Language::of(&TEXTS)
};

/// The kernel of that name for a machine of these sizes.
fn kernel(program: &Program, entry: &str, overrides: &Overrides) -> Result<Fcl, Vec<Diagnostic>> {
    let Source(program) = program.known().ok_or_else(Vec::new)?;
    of_fcl(program, entry, overrides)
}
