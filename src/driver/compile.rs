//! A program on its way to a device: one of its definitions, taken along the pipeline of its language to kernels and a launch plan.
//!
//! Nothing here prints; what refuses is a [`Rejected`], as for the reference semantics.  What differs between languages is the interface: how values
//! from outside become those of the DPIA entry, and by whose rules a kernel's failure is said ([`Interface`]).

pub(crate) mod dpia;
pub(crate) mod fcl;
pub mod host;
pub mod session;
pub mod together;

use crate::engine::{Overrides, Program, Rejected};
use crate::{stage, tower};
use elder_compile::text;
use elder_dpia::Entry;
use elder_dpia::check::Obligation;
use elder_kernel::Plan;
use elder_kernel::plan::{Failure, Site};
use elder_kernel::print::{Dialect, Printed};
use elder_passes::pass::Reading;
use elder_passes::programs::{Dpia, Kernels};
use elder_passes::{Position, Stage, Target};
use elder_syntax::language::known;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Language, Span, Value};
use std::path::Path;
use std::rc::Rc;

/// A definition that is compiled: as a DPIA entry, and how the values of its own language become those of the entry.
pub struct EntryPoint {
    /// As it goes through the passes of DPIA.
    program: Dpia,
    /// Whether a pass led there.
    is_staged: bool,
    /// The positions that are left.
    left: &'static [Position],
    /// What those who took passes for it took them for, if that matters from here on.
    target: Option<Target>,
    /// How it can be run where it stands.
    reading: Reading,
    interface: Box<dyn Interface>,
}

/// What a language says about the calls of its programs once they are compiled.
pub trait Interface {
    /// The primitive type of each value that is read, which numbers without a suffix have.
    fn parameters(&self) -> Vec<Option<PrimType>>;

    /// The values from outside as those of the DPIA entry.
    ///
    /// # Errors
    /// Those that the language refuses.
    fn arguments(&self, values: Vec<Value>) -> Result<Vec<Value>, Box<Diagnostic>>;

    /// The DPIA entry's results as those of the program.
    fn results(&self, values: Vec<Value>) -> Vec<Value>;

    /// A condition of the launch that does not hold, by the rules of the program's language.
    fn refused(&self, diagnostic: Diagnostic) -> Diagnostic;

    /// A test of a plan or of a stage of DPIA, by the rule by which the reference semantics of the program refuses the same.
    fn site(&self, site: &Site) -> Site;

    /// What went wrong in a kernel, by those rules.
    fn error(&self, failure: &Failure) -> Diagnostic {
        let numbers = failure.numbers.clone();
        let site = self.site(&failure.site);
        Failure { site, numbers }.diagnostic()
    }
}

impl EntryPoint {
    /// A definition with the positions that are left for it.
    pub(crate) fn new(
        program: Dpia,
        left: &'static [Position],
        reading: Reading,
        interface: Box<dyn Interface>,
    ) -> EntryPoint {
        EntryPoint {
            program,
            is_staged: false,
            left,
            target: None,
            reading,
            interface,
        }
    }

    /// The same, of which the passes that are taken already were for one target.
    pub(crate) fn made_for(self, target: Option<Target>) -> EntryPoint {
        EntryPoint { target, ..self }
    }

    /// The same, after a position from the language that it was written in.
    pub(crate) fn staged_by(mut self, position: &Position) -> EntryPoint {
        self.reading = position.pass.then.of(self.reading);
        self.is_staged = true;
        self
    }

    /// The program that goes through the positions that are left.
    pub fn program(&self) -> &Dpia {
        &self.program
    }

    /// The entry that goes through the passes.
    pub fn dpia(&self) -> &Entry {
        &self.program.entry
    }

    /// What its language says about its calls.
    pub fn interface(&self) -> &dyn Interface {
        &*self.interface
    }

    /// The primitive type of each value that is read, which numbers without a suffix have.
    pub fn parameters(&self) -> Vec<Option<PrimType>> {
        self.interface.parameters()
    }

    /// Whether it was made from a program of another language.
    pub fn is_staged(&self) -> bool {
        self.is_staged
    }

    /// How the reference semantics can run the entry before the passes that are left.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The positions that are left down to kernels.
    pub fn left(&self) -> &'static [Position] {
        self.left
    }

    /// Itself, where it stands.
    pub fn stage(&self) -> Stage {
        Stage {
            program: Rc::new(self.program.clone()),
            reading: self.reading,
        }
    }

    /// Whether results may end before the arrays that hold them: what lies behind their ends was never written.
    pub fn is_cut(&self) -> bool {
        self.program.is_cut()
    }

    /// What a launch has to test.
    pub fn obligations(&self) -> &[Obligation] {
        &self.program.obligations
    }

    /// The values from outside as those of the DPIA entry.
    ///
    /// # Errors
    /// Those that the language refuses.
    pub fn arguments(&self, values: Vec<Value>) -> Result<Vec<Value>, Box<Diagnostic>> {
        self.interface.arguments(values)
    }

    /// The DPIA entry's results as those of the program.
    pub fn results(&self, values: Vec<Value>) -> Vec<Value> {
        self.interface.results(values)
    }

    /// A condition of the launch that does not hold, by the rules of the program's language.
    pub fn refused(&self, diagnostic: Diagnostic) -> Diagnostic {
        self.interface.refused(diagnostic)
    }

    /// What went wrong in a kernel, by the rules by which the reference semantics refuses the same.
    pub fn error(&self, failure: &Failure) -> Diagnostic {
        self.interface.error(failure)
    }
}

/// Loads and checks the program in a file, if its language is compiled.
///
/// # Errors
/// What the checker refuses, or why the file cannot be read.
pub fn load(path: &Path) -> Result<Program, Rejected> {
    let refused = |message: String| Rejected::outside(Diagnostic::outside(message));
    let language = tower::language_of(path).map_err(refused)?;
    match language.is_compiled() {
        true => Program::load(path),
        false => Err(refused(not_compiled(language.declared))),
    }
}

impl Program {
    /// The definition of that name, as it is called from outside.
    ///
    /// # Errors
    /// Says which there are.
    pub fn entry(&self, name: &str) -> Result<EntryPoint, Rejected> {
        self.entry_with(name, &Overrides::default())
    }

    /// The definition of that name for a machine of these sizes.
    ///
    /// # Errors
    /// Says which there are, or why it cannot be compiled.
    pub fn entry_with(&self, name: &str, overrides: &Overrides) -> Result<EntryPoint, Rejected> {
        self.compiled(name, overrides)
            .map_err(|errors| self.rejected(errors))
    }

    /// What a stage refuses, with the text that it points into.
    pub fn rejected(&self, diagnostics: Vec<Diagnostic>) -> Rejected {
        Rejected {
            sources: self.sources().clone(),
            diagnostics,
        }
    }

    /// The kernels and the launch plan.
    ///
    /// # Errors
    /// What the first pass that refuses has to say.
    pub fn plan(&self, entry: &EntryPoint, target: Target) -> Result<Plan, Rejected> {
        if let Some(own) = entry.target.filter(|own| *own != target) {
            return Err(self.rejected(vec![stage::made_for_another(own, target)]));
        }
        let last = entry.stage().along(entry.left, target).last();
        let last = last
            .transpose()
            .map_err(|refused| self.rejected(refused.errors))?;
        let kernels = last
            .as_ref()
            .and_then(|(_, stage)| known::<Kernels>(&*stage.program));
        let none = || Diagnostic::outside("no pass leads from this program to kernels");
        kernels
            .map(|kernels| kernels.plan.clone())
            .ok_or_else(|| self.rejected(vec![none()]))
    }

    /// The number of the line, from 1, that a place of the program is on.
    pub fn line_of(&self, span: Span) -> Option<usize> {
        self.sources().line_column(span).map(|(line, _)| line)
    }

    /// The text of all kernels of several plans together, likewise.
    pub fn texts(&self, plans: &[&Plan], dialect: Dialect) -> Printed {
        text::all(self, plans, dialect)
    }

    /// The text of all kernels of a plan, with the numbers of the source's lines.
    pub fn text(&self, plan: &Plan, dialect: Dialect) -> Printed {
        text::kernels(self, plan, dialect)
    }
}

/// The name of the first stage: the program as it was written.
pub const SOURCE: &str = "source";

/// That there is no pipeline to a device.
pub fn not_compiled(language: &Language) -> String {
    format!(
        "{} programs are not compiled yet; the reference semantics runs them",
        language.name
    )
}
