//! A program on its way to a device: loaded and checked, as a DPIA entry through the passes of the tower, to kernels and a launch plan.
//!
//! Nothing here prints; what refuses is a [`Rejected`], as for the reference semantics.

pub(crate) mod fcl;

use crate::configuration::Overrides;
use crate::engine::{self, Rejected};
use crate::stage::{self, Stage};
use crate::tower;
use elder_dpia::check::{self, Obligation};
use elder_dpia::rules::evaluation as rules;
use elder_dpia::{Entry, Node, Phrase, Prim, print as dpia};
use elder_kernel::Plan;
use elder_kernel::plan::Trap;
use elder_kernel::print::{self, Dialect, Printed};
use elder_passes::dpia::initialise;
use elder_passes::{PASSES, Pass, Target};
use elder_semantics::dpia::interface;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, SourceMap, Span, Value};
use std::path::Path;

/// A checked program that can be compiled.
pub struct Source {
    /// The text.
    pub sources: SourceMap,
    program: Program,
}

/// A checked program of a language that is compiled.
enum Program {
    Dpia(elder_dpia::Program),
    /// What `elder dev --pass` printed.
    Stage(Box<Stage>),
    Fcl(Box<elder_fcl::Program>),
}

/// A definition that is compiled: as a DPIA entry, and how the values of its own language become those of the entry.
pub struct EntryPoint {
    entry: Entry,
    obligations: Vec<Obligation>,
    /// The kernel that it was staged from, if it is FCL's, and its text.
    staged: Option<(fcl::Staged, String)>,
    /// Whether a pass made it.
    is_stage: bool,
    /// Whether results may end before the arrays that hold them.
    is_cut: bool,
}

impl EntryPoint {
    /// The entry that goes through the passes.
    pub fn dpia(&self) -> &Entry {
        &self.entry
    }

    /// The primitive type of each value that is read, which numbers without a suffix have.
    pub fn parameters(&self) -> Vec<Option<PrimType>> {
        match &self.staged {
            Some((staged, _)) => staged.parameters(),
            None => {
                let parameters = interface::parameters(&self.entry).into_iter();
                parameters.map(|(t, _)| Some(t)).collect()
            }
        }
    }

    /// Whether it was made from a program of another language.
    pub fn is_staged(&self) -> bool {
        self.staged.is_some()
    }

    /// Whether results may end before the arrays that hold them: what lies behind their ends was never written.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// What a launch has to test.
    pub fn obligations(&self) -> &[Obligation] {
        &self.obligations
    }

    /// The values from outside as those of the DPIA entry.
    ///
    /// # Errors
    /// Those that the language refuses.
    pub fn arguments(&self, values: Vec<Value>) -> Result<Vec<Value>, Box<Diagnostic>> {
        match &self.staged {
            Some((staged, _)) => staged.arguments(&values),
            None => Ok(values),
        }
    }

    /// The DPIA entry's results as those of the program.
    pub fn results(&self, values: Vec<Value>) -> Vec<Value> {
        match &self.staged {
            Some((staged, _)) => staged.translated.results(values),
            None => values,
        }
    }

    /// A condition of the launch that does not hold, by the rules of the program's language.
    pub fn refused(&self, diagnostic: Diagnostic) -> Diagnostic {
        match &self.staged {
            Some((staged, _)) => staged.refused(diagnostic),
            None => diagnostic,
        }
    }

    /// What went wrong in a kernel, by the rules by which the reference semantics refuses the same.
    pub fn error(&self, trap: Trap, span: Span) -> Diagnostic {
        let (refusal, message) = match (&self.staged, trap) {
            (Some((staged, _)), _) => staged.error(trap, span),
            (None, Trap::Size) => (rules::DPIA_S_SIZE.refuse("bounds"), trap.message().to_string()),
            // The indexes of a scatter are tested by counting them (DPIA-X-SCATTER-TEST).
            (None, Trap::Bounds) if is_scatter_at(&self.entry.body, span) => (
                rules::DPIA_E_SCATTER.refuse("injective"),
                "two elements go to the same index".to_string(),
            ),
            (None, Trap::Bounds) => (rules::DPIA_E_ASINDEX.refuse("bounds"), trap.message().to_string()),
            (None, Trap::DivisionByZero | Trap::NegativeExponent) => {
                (rules::DPIA_E_OP.refuse("defined"), trap.message().to_string())
            }
        };
        Diagnostic::error(refusal, span, message)
    }
}

impl Source {
    /// Loads and checks the program in a file.
    ///
    /// # Errors
    /// What the checker refuses, or why the file cannot be read.
    pub fn load(path: &Path) -> Result<Source, Rejected> {
        let refused = |message: String| Rejected::outside(engine::plain(message));
        let language = tower::language_of(path).map_err(refused)?;
        if !language.compiled {
            return Err(refused(not_compiled(language)));
        }
        let unreadable = |e| refused(format!("cannot read {}: {e}", path.display()));
        let (sources, diagnostics, program) = if language.ending != engine::FCL
            && let Some(stage) = stage::read_file(path).map_err(unreadable)?
        {
            let (sources, stage) = stage?;
            (sources, vec![], Some(Program::Stage(Box::new(stage))))
        } else if language.ending == engine::FCL {
            let loaded = elder_fcl::load::file(path).map_err(unreadable)?;
            let program = loaded.program.map(|program| Program::Fcl(Box::new(program)));
            (loaded.sources, loaded.diagnostics, program)
        } else {
            let loaded = elder_dpia::load::file(path).map_err(unreadable)?;
            (
                loaded.sources,
                loaded.diagnostics,
                loaded.program.map(Program::Dpia),
            )
        };
        match program {
            Some(program) => Ok(Source { sources, program }),
            None => Err(Rejected { sources, diagnostics }),
        }
    }

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
        match &self.program {
            Program::Dpia(program) => {
                let entry = Entry::closed(program, name)
                    .map_err(|why| self.rejected(vec![engine::no_dpia_entry(name, &why)]))?;
                let obligations = check::obligations(&entry).map_err(|errors| self.rejected(errors))?;
                Ok(EntryPoint {
                    entry,
                    obligations,
                    staged: None,
                    is_stage: false,
                    is_cut: false,
                })
            }
            Program::Stage(stage) => {
                let entry = Entry::closed(&stage.program, name)
                    .map_err(|why| self.rejected(vec![engine::no_dpia_entry(name, &why)]))?;
                Ok(EntryPoint {
                    obligations: stage.obligations(&entry),
                    entry,
                    staged: None,
                    is_stage: true,
                    is_cut: stage.is_cut,
                })
            }
            Program::Fcl(program) => {
                let entry = fcl::entry(program, name).map_err(|why| self.rejected(vec![*why]))?;
                let text = program.find(entry.name.text()).map(elder_fcl::print::definition);
                let configuration = overrides.of(entry.configuration);
                let configuration = configuration.map_err(|why| self.rejected(vec![*why]))?;
                let staged = fcl::Staged::new(entry, &configuration);
                let staged = staged.map_err(|errors| self.rejected(errors))?;
                Ok(EntryPoint {
                    entry: staged.translated.entry.clone(),
                    obligations: staged.translated.obligations.clone(),
                    is_stage: false,
                    is_cut: staged.translated.cut,
                    staged: Some((staged, text.unwrap_or_default())),
                })
            }
        }
    }

    /// What a stage refuses, with the text that it points into.
    pub fn rejected(&self, diagnostics: Vec<Diagnostic>) -> Rejected {
        Rejected {
            sources: self.sources.clone(),
            diagnostics,
        }
    }

    /// The text of the entry as it was written and after each pass of the tower.
    ///
    /// # Errors
    /// What the first pass that refuses has to say.
    pub fn stages(
        &self,
        entry: &EntryPoint,
        target: Target,
    ) -> Result<Vec<(&'static str, String)>, Rejected> {
        let text = |pass, at: &Entry| stage::text(pass, target, at, &entry.obligations, entry.is_cut);
        let mut stages = match &entry.staged {
            Some((_, source)) => vec![(SOURCE, source.clone()), (STAGED, text(STAGED, &entry.entry))],
            None => vec![(SOURCE, dpia::entry(&entry.entry))],
        };
        let mut current = self.initialised(entry, target)?;
        if !entry.is_staged() && !entry.is_stage {
            stages.push((INITIALISED, text(INITIALISED, &current)));
        }
        for pass in self.left(target)? {
            current = (pass.run)(&current, &target).map_err(|errors| self.rejected(errors))?;
            stages.push((pass.name, text(pass.name, &current)));
        }
        Ok(stages)
    }

    /// The passes that are left: all, unless some made the program.
    fn left(&self, target: Target) -> Result<&'static [Pass], Rejected> {
        match &self.program {
            Program::Stage(stage) => stage.left(target).map_err(|why| self.rejected(vec![*why])),
            _ => Ok(PASSES),
        }
    }

    /// The entry with cells that hold something wherever they may be read (DPIA-A-INIT); what was staged has no others.
    ///
    /// # Errors
    /// What that refuses.
    pub fn initialised(&self, entry: &EntryPoint, target: Target) -> Result<Entry, Rejected> {
        match entry.is_staged() || entry.is_stage {
            true => Ok(entry.entry.clone()),
            false => initialise::run(&entry.entry, &target).map_err(|errors| self.rejected(errors)),
        }
    }

    /// The kernels and the launch plan.
    ///
    /// # Errors
    /// What the first stage that refuses has to say.
    pub fn plan(&self, entry: &EntryPoint, target: Target) -> Result<Plan, Rejected> {
        let initialised = self.initialised(entry, target)?;
        let mut passes = self.left(target)?.iter();
        passes
            .try_fold(initialised, |current, pass| (pass.run)(&current, &target))
            .and_then(|compiled| elder_passes::lower(&compiled, &entry.obligations, &target))
            .map_err(|errors| self.rejected(errors))
    }

    /// The number of the line, from 1, that a place of the program is on.
    pub fn line_of(&self, span: Span) -> Option<usize> {
        self.sources.line_column(span).map(|(line, _)| line)
    }

    /// The text of all kernels of a plan, with the numbers of the source's lines.
    pub fn text(&self, plan: &Plan, dialect: Dialect) -> Printed {
        let line_of = |span| self.line_of(span);
        let options = print::Options {
            line_of: Some(&line_of),
            ..print::Options::default()
        };
        print::print(&plan.unit(), dialect, &options)
    }
}

/// Whether a scatter stands at this place.
fn is_scatter_at(phrase: &Phrase, span: Span) -> bool {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
        let is_scatter = matches!(
            &*phrase.node,
            Node::Prim(Prim::Scatter { .. } | Prim::ScatterInto { .. }, _)
        );
        is_scatter && phrase.span == span
            || phrase
                .children()
                .into_iter()
                .any(|child| is_scatter_at(child, span))
    })
}

/// The name of the first stage: the program as it was written.
pub const SOURCE: &str = "source";

/// The name of the stage at which the cells of a DPIA program hold something wherever they may be read.
pub const INITIALISED: &str = "initialise";

/// The name of the stage at which an FCL program has become one of DPIA.
pub const STAGED: &str = "fcl";

/// That there is no road to a device.
pub fn not_compiled(language: &tower::Language) -> String {
    format!(
        "{} programs are not compiled yet; the reference semantics runs them",
        language.name
    )
}

/// The target whose kernels are in this language.
pub fn target(dialect: Dialect) -> Target {
    match dialect {
        Dialect::OpenCl => Target::OPENCL,
        Dialect::OpenMp => Target::OpenMp,
    }
}
