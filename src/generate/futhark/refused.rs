//! Programs that break one rule.

use super::generator::Generator;
use crate::Choices;

/// A rule that is to be broken.
#[derive(Clone, Debug)]
pub struct Planned;

impl Generator {
    /// A statement that breaks the planned rule, if its place is here.
    pub fn planned(&mut self, _c: &mut Choices) -> Option<String> {
        None
    }
}
