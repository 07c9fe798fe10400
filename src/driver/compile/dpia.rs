//! A DPIA program that is called from outside once it is compiled: its values are those of the entry.

use super::Interface;
use elder_dpia::Entry;
use elder_kernel::plan::Site;
use elder_semantics::dpia::interface;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Value};

/// The interface of an entry that a person wrote, or of one that a pass made.
pub(crate) struct Own(pub(crate) Entry);

impl Interface for Own {
    fn parameters(&self) -> Vec<Option<PrimType>> {
        let parameters = interface::parameters(&self.0).into_iter();
        parameters.map(|(t, _)| Some(t)).collect()
    }

    fn arguments(&self, values: Vec<Value>) -> Result<Vec<Value>, Box<Diagnostic>> {
        Ok(values)
    }

    fn results(&self, values: Vec<Value>) -> Vec<Value> {
        values
    }

    fn refused(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic
    }

    fn site(&self, site: &Site) -> Site {
        site.clone()
    }
}
