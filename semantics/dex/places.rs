//! Where the definitions of a program stand: a literate file has a definition for each of its commands, and looks up all of them.

use elder_dex::core::{Definition, Program};
use elder_syntax::names::Name;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// The places of definitions of one program, found when the first is asked for.
#[derive(Clone, Default)]
pub(super) struct Places(Rc<OnceCell<FxHashMap<Name, usize>>>);

impl Places {
    /// The definition of this name.
    pub(super) fn definition<'p>(&self, program: &'p Program, name: Name) -> Option<&'p Definition> {
        let places = self.0.get_or_init(|| {
            let names = program
                .definitions
                .iter()
                .map(|definition| definition.binder.name);
            names.enumerate().map(|(k, name)| (name, k)).collect()
        });
        program.definitions.get(*places.get(&name)?)
    }
}
