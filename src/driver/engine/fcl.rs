//! FCL's programs: one file and the library, run step by step at locations of a machine.  A definition can be run if it makes a push array.

use super::{Argument, Checked, Failed, Program, Ran, Rejected, Settings, StopKind, Watch};
use elder_fcl::{DefinitionKind, load};
use elder_syntax::prim::PrimType;
use std::path::Path;

/// The ending of its files.
pub(super) const ENDING: &str = "fcl";

/// The program in a file.
pub(super) fn load(path: &Path) -> Result<Program, Rejected> {
    let loaded = load::file(path).map_err(|error| {
        Rejected::outside(super::plain(format!("cannot read {}: {error}", path.display())))
    })?;
    match loaded.program {
        Some(program) => Ok(Program {
            sources: loaded.sources,
            warnings: loaded.diagnostics,
            checked: Box::new(Source(program)),
        }),
        None => Err(Rejected {
            sources: loaded.sources,
            diagnostics: loaded.diagnostics,
        }),
    }
}

/// A checked program.
struct Source(elder_fcl::Program);

impl Checked for Source {
    fn entries(&self) -> Vec<String> {
        let own = self
            .0
            .definitions
            .iter()
            .filter(|d| !d.library && d.kind == DefinitionKind::Kernel);
        own.map(|d| d.name.text().to_owned()).collect()
    }

    fn parameters(&self, _entry: &str) -> Option<Vec<Option<PrimType>>> {
        None
    }

    fn usage(&self, _name: &str) -> String {
        String::new()
    }

    fn call(&self, _entry: &str, _arguments: Vec<Argument>, _settings: &Settings, _watch: Watch) -> Ran {
        Ran {
            results: Err(Failed {
                kind: StopKind::Unsupported,
                diagnostic: Box::new(super::plain("FCL's programs are not run yet".to_string())),
            }),
            derivation: None,
            cost: None,
        }
    }

    #[cfg(feature = "exact")]
    fn compare_with_reals(
        &self,
        _: &str,
        _: Vec<Argument>,
        _: &Settings,
        _: u32,
        _: &super::Results,
    ) -> Result<elder_semantics::exact::Report, Failed> {
        super::no_reals()
    }
}
