//! A DPIA program from its text to kernels and a plan of their launches: what the commands that use devices share.

use crate::engine::Rejected;
use elder_dpia::entry::NoEntry;
use elder_dpia::{Entry, load};
use elder_kernel::{Dialect, Plan};
use elder_passes::Target;
use elder_syntax::{Diagnostic, Span};
use std::path::Path;

/// What is compiled for devices whose kernels are of that language.
pub fn target(dialect: Dialect) -> Target {
    match dialect {
        Dialect::OpenCl => Target::OPENCL,
        Dialect::OpenMp => Target::OpenMp,
    }
}

/// The plan for an entry of the program with this text.
///
/// # Errors
/// What is wrong with the program, or that it has no such entry.
pub fn text(path: &Path, text: &str, entry: &str, target: &Target) -> Result<Plan, Rejected> {
    let loaded = load::text(&path.display().to_string(), text);
    let Some(program) = loaded.program else {
        let (sources, diagnostics) = (loaded.sources, loaded.diagnostics);
        return Err(Rejected { sources, diagnostics });
    };
    let plan = Entry::closed(&program, entry)
        .map_err(|none| vec![no_entry(entry, &none)])
        .and_then(|entry| elder_passes::plan(&entry, target));
    plan.map_err(|diagnostics| Rejected {
        sources: loaded.sources,
        diagnostics,
    })
}

fn no_entry(name: &str, why: &NoEntry) -> Diagnostic {
    let mut diagnostic = Diagnostic::warning(Span::NONE, format!("`{name}` cannot be called: {why:?}"));
    diagnostic.severity = elder_syntax::diagnostic::Severity::Error;
    diagnostic
}
