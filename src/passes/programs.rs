//! Programs of each language as the arrows of the tower take and give them: one definition, closed, with what belongs to its call.

use crate::Target;
use crate::fcl::Translated;
use crate::futhark::constructors::border;
use elder_core::check as core_check;
use elder_dpia::check::Obligation;
use elder_fcl::Configuration;
use elder_futhark::check::tree::{self as check_tree, Promise};
use elder_futhark::tree;
use elder_kernel::{Plan, check, print, print::Dialect};
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language, Name};
use std::rc::Rc;

/// An entry point of Futhark, in a checked tree.
#[derive(Clone)]
pub struct Futhark {
    /// The program.
    pub tree: Rc<tree::Program>,
    /// The name of the entry point.
    pub entry: Name,
    /// What the tree is promised not to have.
    pub promise: Promise,
    /// How the values of its entry point make those of the program that was written.
    pub border: Border,
}

/// A kernel of FCL, for a machine.
pub struct Fcl {
    /// The kernel, of a checked program.
    pub entry: elder_fcl::Entry,
    /// Its definition as text.
    pub text: String,
    /// The machine.
    pub configuration: Configuration,
}

/// A program of Core.
#[derive(Clone)]
pub struct Core {
    /// The program, with all its entry points.
    pub program: elder_core::Program,
    /// How the values of its entry points make those of the program that was written.
    pub border: Border,
    /// Whether no dimension of it may be open: what its checker asks for.
    pub sized: bool,
}

/// A program of Dex's core.
#[derive(Clone)]
pub struct Dex {
    /// The program, with all its definitions.
    pub program: elder_dex::core::Program,
    /// Whether it is one that simplification makes: what its checker asks for.
    pub simplified: bool,
}

/// How the components of arguments and results make the values of the entry that was written.
#[derive(Clone, Debug, Default)]
pub enum Border {
    /// They are these values.
    #[default]
    Same,
    /// Sums are records, by [`crate::futhark::constructors`]: the entry point as it was when its types were those that were written.
    Sums(Rc<tree::Def>),
    /// Arguments and results are made of components, each of so many as its form has.
    Components(Rc<Forms>),
}

impl Border {
    /// The entry point as it was written, if its types have changed since.
    pub fn written(&self) -> Option<&tree::Def> {
        match self {
            Border::Sums(written) => Some(written),
            Border::Same | Border::Components(_) => None,
        }
    }
}

/// How components make what an entry point takes and gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forms {
    /// The arguments.
    pub arguments: Vec<Form>,
    /// The results.
    pub results: Vec<Form>,
}

/// How components make a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// One component: a scalar or an array of scalars.
    Data,
    /// Records within so many dimensions.
    Record {
        /// How many dimensions there are around the record.
        rank: usize,
        /// The fields in the order of their components; of none there is one component, an array of no elements.
        fields: Vec<(Name, Form)>,
    },
    /// Sums within so many dimensions: the number of the constructor, and then what all constructors take.
    Sum {
        /// How many dimensions there are around the sum.
        rank: usize,
        /// The constructors in the order of their numbers.
        constructors: Vec<(Name, Vec<Form>)>,
    },
}

impl Form {
    /// How many components it has.
    pub fn count(&self) -> usize {
        match self {
            Form::Record { fields, .. } if !fields.is_empty() => {
                fields.iter().map(|(_, form)| form.count()).sum()
            }
            Form::Sum { constructors, .. } => {
                let parts = constructors.iter().flat_map(|(_, parts)| parts);
                1 + parts.map(Form::count).sum::<usize>()
            }
            Form::Data | Form::Record { .. } => 1,
        }
    }
}

impl Futhark {
    /// The program whose entry point takes and gives values of the types that were written: what is run.
    pub fn bordered(&self) -> Rc<tree::Program> {
        match &self.border {
            Border::Same | Border::Components(_) => self.tree.clone(),
            Border::Sums(written) => Rc::new(border::program(&self.tree, &self.entry, written)),
        }
    }
}

/// An entry of DPIA.
#[derive(Clone)]
pub struct Dpia {
    /// The entry.
    pub entry: elder_dpia::Entry,
    /// What is left to the launch to test.
    pub obligations: Vec<Obligation>,
    /// Who wrote it.
    pub origin: Origin,
}

/// Where a program of DPIA is from, which says how it is called.
#[derive(Clone)]
pub enum Origin {
    /// A person wrote it.
    Written,
    /// A kernel of FCL was staged: how the kernel's values become those of the entry.
    Staged(Rc<Translated>),
    /// A pass made it, and somebody kept the text.
    Kept {
        /// Whether results may end before the arrays that hold them.
        cut: bool,
    },
}

/// Kernels with the plan of their launches.
pub struct Kernels {
    /// The plan with its kernels.
    pub plan: Plan,
    /// The language of their text.
    pub dialect: Dialect,
}

impl Dpia {
    /// The same program with another entry: what a pass made of it.
    pub fn with(&self, entry: elder_dpia::Entry) -> Dpia {
        Dpia {
            entry,
            ..self.clone()
        }
    }

    /// Whether results may end before the arrays that hold them: what lies behind their ends was never written.
    pub fn is_cut(&self) -> bool {
        match &self.origin {
            Origin::Written => false,
            Origin::Staged(translated) => translated.cut,
            Origin::Kept { cut } => *cut,
        }
    }
}

impl Program for Futhark {
    fn language(&self) -> &'static Language {
        &elder_futhark::LANGUAGE
    }

    /// The tree is typed, and has nothing that an arrow took away.
    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        check_tree::program(&self.tree, self.promise)
    }

    fn text(&self) -> String {
        elder_futhark::print::tree::program(&self.tree)
    }
}

impl Program for Fcl {
    fn language(&self) -> &'static Language {
        &elder_fcl::LANGUAGE
    }

    /// Only checked programs have entries.
    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        Ok(())
    }

    fn text(&self) -> String {
        self.text.clone()
    }
}

impl Program for Core {
    fn language(&self) -> &'static Language {
        &elder_core::LANGUAGE
    }

    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        match self.sized {
            true => core_check::sized(&self.program),
            false => core_check::program(&self.program),
        }
    }

    fn text(&self) -> String {
        elder_core::print::program(&self.program)
    }
}

impl Program for Dex {
    fn language(&self) -> &'static Language {
        &elder_dex::core::LANGUAGE
    }

    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        match self.simplified {
            true => elder_dex::check::simplified::program(&self.program),
            false => elder_dex::check::program(&self.program),
        }
    }

    fn text(&self) -> String {
        elder_dex::core::print::program(&self.program)
    }
}

impl Program for Dpia {
    fn language(&self) -> &'static Language {
        &elder_dpia::LANGUAGE
    }

    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        elder_dpia::check::entry(&self.entry).map(drop)
    }

    fn text(&self) -> String {
        elder_dpia::print::entry(&self.entry)
    }
}

impl Program for Kernels {
    fn language(&self) -> &'static Language {
        &elder_kernel::LANGUAGE
    }

    /// With narrow and with wide indexes, without and with lanes that read from each other.
    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        let plans = [Some(&self.plan), self.plan.wide.as_deref()];
        for plan in plans.into_iter().flatten() {
            for lanes in [0, 32] {
                let target = check::Target {
                    dialect: self.dialect,
                    lanes,
                };
                check::plan(plan, target).map_err(|refused| vec![refused.diagnostic()])?;
            }
        }
        Ok(())
    }

    fn text(&self) -> String {
        print::print(&self.plan.unit(), self.dialect, &print::Options::default()).text
    }
}

impl Kernels {
    /// The kernels of an entry after all passes of DPIA.
    pub(crate) fn of(program: &Dpia, target: &Target) -> Result<Kernels, Vec<Diagnostic>> {
        Ok(Kernels {
            plan: crate::lower(&program.entry, &program.obligations, target)?,
            dialect: target.dialect(),
        })
    }
}
