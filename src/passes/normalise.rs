//! β-normal form (DPIA-A-BETA): what stage I expects.

use crate::Target;
use elder_dpia::Entry;
use elder_dpia::rules::translation as rules;
use elder_syntax::{Diagnostic, Rule};

/// The rules of this pass.
pub static RULES: &[&Rule] = &[&rules::DPIA_A_BETA];

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, _target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    Ok(entry.clone())
}
