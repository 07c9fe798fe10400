//! DX-S-INSTANCE: what makes a declared type an index set stays, a function of the parameters of the type; these may be types.

use super::Simplifier;
use elder_dex::rules::simplification::DX_S_INSTANCE;
use elder_syntax::names::Name;

impl Simplifier<'_> {
    /// Whether a definition makes a declared type an index set.
    pub(super) fn is_counting(&self, name: Name) -> bool {
        let counts = self.program.makes_index_set(name);
        if counts {
            DX_S_INSTANCE.apply();
        }
        counts
    }
}
